/** What the table shows first: what has to be decided, or the board whole where nothing stands on it yet. */
import { desk } from './desk.svelte';
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
  desk.jump(middle(own.map((hex) => hex.x)), middle(own.map((hex) => hex.y)));
  table.offer();
}

/** Come closer once there is something to be read, unless the player has chosen how to look at the board. */
export function approach(table: Table): void {
  const here = [...table.orders.able.keys()].some((id) => table.match.board.hex(table.places.get(id)?.at ?? ''));
  if (here && !desk.chosen && desk.camera.w < READABLE) openingView(table);
  else table.offer();
}
