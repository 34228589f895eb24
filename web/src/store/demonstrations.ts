/** What a lesson points at, and how it shows an act: it does it, waits, and takes it back. */
import type { Hex } from '../lib/board';
import { shapeOf } from '../lib/verbs';
import { desk } from './desk.svelte';
import type { Table } from './table.svelte';

/** A hex of the map, or a control of the page by its selector. */
export type Pointer = Hex | string | null;

/** How long an act is shown, in milliseconds. */
const MOMENT = 1400;
const moment = (): Promise<void> => new Promise((done) => setTimeout(done, MOMENT));

/** Until what was asked has been answered. */
async function answered(table: Table): Promise<void> {
  for (let count = 0; count < 100 && (table.orders.pending > 0 || table.match.busy); count++) await new Promise((done) => setTimeout(done, 30));
}

/** A stack that can march, as near to the middle of the picture as there is one. */
export function aStack(table: Table): Hex | null {
  const { x, y } = desk.camera;
  const away = (hex: Hex): number => Math.hypot(hex.x - x, hex.y - y);
  return table.acting.filter((hex) => table.ableAt(hex.name).length).sort((a, b) => away(a) - away(b))[0] ?? null;
}

/** A hex that the stack in hand can reach. */
export function aGoal(table: Table): Hex | null {
  const from = table.match.board.hex(table.places.get(table.orders.units[0] ?? '')?.at ?? '');
  const reached = [...(table.orders.allowed ?? [])].flatMap((name) => table.match.board.hex(name) ?? []);
  const away = (hex: Hex): number => (from ? Math.hypot(hex.x - from.x, hex.y - from.y) : 0);
  return reached.sort((a, b) => away(b) - away(a))[0] ?? null;
}

/** A hex that the stack in hand cannot get to, not far beyond those it can. */
export function tooFar(table: Table): Hex | null {
  const from = table.match.board.hex(table.places.get(table.orders.units[0] ?? '')?.at ?? '');
  if (!from || !table.orders.allowed) return null;
  const away = (hex: Hex): number => Math.hypot(hex.x - from.x, hex.y - from.y);
  return table.match.board.hexes.filter((hex) => away(hex) > 3 && !table.orders.allowed?.has(hex.name) && !table.shown.stacks[hex.name]).sort((a, b) => away(a) - away(b))[0] ?? null;
}

export function aTarget(table: Table): Hex | null {
  for (const [name, verbs] of table.orders.targets) if (verbs.some((verb) => shapeOf(verb) === 'hex-units')) return table.match.board.hex(name) ?? null;
  return null;
}

async function takeUp(table: Table): Promise<boolean> {
  const hex = aStack(table);
  if (!table.orders.units.length && hex) await table.click(hex);
  await answered(table);
  return (table.orders.allowed?.size ?? 0) > 0;
}

export async function showZoom(): Promise<void> {
  const before = desk.camera;
  desk.zoom(1.8);
  await moment();
  desk.camera = { ...desk.camera, x: before.x, y: before.y, w: before.w };
}

export async function showReach(table: Table): Promise<void> {
  await takeUp(table);
  await moment();
  table.orders.clear();
}

export async function showRefusal(table: Table): Promise<void> {
  if (!(await takeUp(table))) return;
  const hex = tooFar(table);
  if (hex) {
    table.hover = hex;
    await table.explain(hex.name, false);
    await moment();
  }
  table.point(null);
  table.orders.clear();
}

export async function showMove(table: Table): Promise<void> {
  if (!(await takeUp(table))) return;
  const goal = aGoal(table);
  const command = goal && table.orders.commandTo(goal.name);
  if (!goal || !command) return;
  table.point(goal);
  await moment();
  table.point(null);
  if (!(await table.act(command, goal.name))) return;
  await moment();
  if (table.match.undoable) await table.undo();
}

export async function showOverlay(table: Table): Promise<void> {
  const before = desk.fill;
  if (before !== 'supply') table.toggleFill('supply');
  await moment();
  await moment();
  desk.fill = before;
}

export async function showDesk(): Promise<void> {
  const before = desk.panel;
  desk.panel = 'desk';
  await moment();
  desk.panel = before;
}

export async function showAim(table: Table): Promise<void> {
  const hex = aTarget(table);
  if (!hex) return;
  await table.click(hex);
  await answered(table);
  await moment();
  table.orders.clear();
}
