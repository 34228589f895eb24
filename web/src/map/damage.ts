/** What of a kept picture is out of date. */
import type { Hex } from '../lib/board';
import type { Face } from '../lib/face';
import { around, type Box } from './box';
import { looksOf } from './counter';
import { nameBox } from './labels';
import type { Scene, SceneStack } from './scene';
import { stackReach } from './stack';

/** A change of one of these is a change everywhere. */
const WHOLE = ['board', 'theme', 'ratio', 'ground', 'names', 'showNames', 'showNumbers', 'counterScale', 'owners', 'fill'] as const;

/** Boxes of the plane to be painted again, or nothing when it is all of it. */
export function damage(before: Scene, now: Scene): Box[] | null {
  if (before.camera.w !== now.camera.w || WHOLE.some((part) => before[part] !== now[part])) return null;
  if (!before.front !== !now.front || !sameHexes(before.targets, now.targets)) return null;
  const { counterScale, camera: { w } } = now;
  const stacks = changedStacks(before.stacks, now.stacks);
  // the stack that is pointed at is lifted
  if (before.hover !== now.hover) for (const hex of [before.hover, now.hover]) if (hex) stacks.push(hex);
  return [...stacks.map((hex) => around(hex, stackReach(w, counterScale))), ...changedControl(before, now)];
}

const sameHexes = (a: Hex[], b: Hex[]): boolean => a.length === b.length && a.every((hex, k) => hex === b[k]);

function changedStacks(before: SceneStack[], now: SceneStack[]): Hex[] {
  if (before === now) return [];
  const old = new Map(before.map((stack) => [stack.hex, stack]));
  const changed = now.filter((stack) => {
    const known = old.get(stack.hex);
    old.delete(stack.hex);
    return !known || !sameStack(known, stack);
  });
  return [...changed.map((stack) => stack.hex), ...old.keys()];
}

const sameStack = (a: SceneStack, b: SceneStack): boolean =>
  a.count === b.count && a.selected === b.selected && a.faces.length === b.faces.length && a.faces.every((face, k) => sameFace(face, b.faces[k]));

const sameFace = (a: Face, b: Face | undefined): boolean => a === b || (b !== undefined && looksOf(a, 'near') === looksOf(b, 'near'));

/** Hexes with the front around them, and the names that tell who holds a place. */
function changedControl(before: Scene, now: Scene): Box[] {
  if (before.control === now.control) return [];
  return now.board.hexes.filter((hex) => before.control[hex.index] !== now.control[hex.index]).flatMap((hex) => {
    const name = now.showNames && nameBox(now.names, now.camera.w, now.ratio, hex.name);
    return name ? [around(hex, 1), name] : [around(hex, 1)];
  });
}
