/** What the table shows first: what has to be decided, or the board whole where nothing stands on it yet. */
import type { Bounds } from '../lib/board';
import { desk } from './desk.svelte';
import { puzzleOf } from './puzzles';
import type { Table } from './table.svelte';

/** Pixels a hex at which counters can be read, and beyond which nobody wants to begin. */
const READABLE = 34;
const LARGE = 60;

export function openingView(table: Table): void {
  const { board } = table.match;
  desk.begin(board);
  const points = [...table.orders.able.keys()].flatMap((id) => board.hex(table.places.get(id)?.at ?? '') ?? []);
  const own = points.length ? points : Object.keys(table.shown.stacks).flatMap((name) => board.hex(name) ?? []);
  if (!own.length) {
    desk.fit();
    return;
  }
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [left, , right] = board.bounds;
  desk.camera = { ...desk.camera, w: Math.max(READABLE, Math.min(LARGE, desk.camera.width / (right - left))) }; // no empty margins on a wide screen
  // a puzzle begins where its task is
  const task = puzzleOf(table.match.api.id)?.task.match(/\b\d{4}\b/g)?.flatMap((name) => board.hex(name) ?? [])[0];
  if (task) table.selected = task;
  desk.jump(task?.x ?? middle(own.map((hex) => hex.x)), task?.y ?? middle(own.map((hex) => hex.y)));
  if (table.isAskedByOthers) table.resume();
  else table.offer();
}

/** Come closer once there is something to be read, unless the player has chosen how to look at the board. */
export function approach(table: Table): void {
  const here = [...table.orders.able.keys()].some((id) => table.match.board.hex(table.places.get(id)?.at ?? ''));
  const far = !desk.chosen && desk.camera.w < READABLE;
  const corner = far && !here ? cornerOf(table) : null;
  if (here && far) openingView(table);
  else table.offer();
  if (corner) desk.frame(corner);
}

/** Hexes around the counters that are worth seeing with them. */
const MARGIN = 6;

/** The corner of a large board where all counters stand: a short scenario is not set up on a map of the whole front. */
function cornerOf(table: Table): Bounds | null {
  const { board } = table.match;
  const hexes = Object.keys(table.shown.stacks).flatMap((name) => board.hex(name) ?? []);
  if (hexes.length < 2) return null;
  const [xs, ys] = [hexes.map((hex) => hex.x), hexes.map((hex) => hex.y)];
  const box: Bounds = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN, Math.max(...xs) + MARGIN, Math.max(...ys) + MARGIN];
  const size = ([left, top, right, bottom]: Bounds): number => (right - left) * (bottom - top);
  return size(box) < size(board.bounds) / 2 ? box : null;
}
