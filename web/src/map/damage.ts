/** What of a kept picture is out of date. */
import type { Hex } from '../lib/board';
import type { Face } from '../lib/face';
import { around, type Box } from './box';
import { looksOf } from './counter';
import { movedNames, nameBoxes } from './lettering';
import type { Scene, SceneStack } from './scene';
import { stackReach } from './stack';

/** A change of one of these is a change everywhere. */
const WHOLE = ['board', 'theme', 'ratio', 'ground', 'names', 'showNames', 'showNumbers', 'counterScale', 'owners', 'fill', 'trails'] as const;

/** Boxes of the plane to be painted again, or nothing when it is all of it. */
export function damage(before: Scene, now: Scene): Box[] | null {
  if (before.camera.w !== now.camera.w || WHOLE.some((part) => before[part] !== now[part])) return null;
  if (!before.front !== !now.front) return null;
  const reach = stackReach(now.camera.w, now.counterScale);
  const stacks = [...changedStacks(before.stacks, now.stacks), ...changed(lifted(before), lifted(now))];
  const targets = changed(before.targets, now.targets);
  return [...stacks.map((hex) => around(hex, reach)), ...targets.map((hex) => around(hex, 1)), ...changedControl(before, now), ...movedNames(before, now)];
}

/** The stack that is pointed at. */
const lifted = ({ hover, stacks }: Scene): Hex[] => (hover && stacks.some(({ hex }) => hex === hover) ? [hover] : []);

/** What is in one list and not in the other. */
function changed(before: Hex[], now: Hex[]): Hex[] {
  const [old, fresh] = [new Set(before), new Set(now)];
  return [...before.filter((hex) => !fresh.has(hex)), ...now.filter((hex) => !old.has(hex))];
}

function changedStacks(before: SceneStack[], now: SceneStack[]): Hex[] {
  if (before === now) return [];
  const old = new Map(before.map((stack) => [stack.hex, stack]));
  const other = now.filter((stack) => {
    const known = old.get(stack.hex);
    old.delete(stack.hex);
    return !known || !sameStack(known, stack);
  });
  return [...other.map((stack) => stack.hex), ...old.keys()];
}

const sameStack = (a: SceneStack, b: SceneStack): boolean =>
  a.count === b.count && a.selected === b.selected && a.faces.length === b.faces.length && a.faces.every((face, k) => sameFace(face, b.faces[k]));

const sameFace = (a: Face, b: Face | undefined): boolean => a === b || (b !== undefined && looksOf(a, 'near') === looksOf(b, 'near'));

/** Hexes with the front around them, and the names that tell who holds a place. */
function changedControl(before: Scene, now: Scene): Box[] {
  if (before.control === now.control) return [];
  const hexes = now.board.hexes.filter((hex) => before.control[hex.index] !== now.control[hex.index]);
  return [...hexes.map((hex) => around(hex, 1.5)), ...nameBoxes(now, new Set(hexes))];
}
