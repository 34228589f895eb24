/** What is written over the counters: it stays in the window, hides no counter of a dense front, and goes with those who march. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Board, type Hex } from '../src/lib/board';
import type { BoardInfo } from '../src/lib/types';
import { toScreen } from '../src/map/camera';
import type { Scene } from '../src/map/scene';
import type { Table } from '../src/store/table.svelte';

vi.stubGlobal('OffscreenCanvas', class {
  getContext = () => ({ font: '', measureText: (words: string) => ({ width: 8 * words.length }) });
});
vi.stubGlobal('Path2D', class {});

let build: typeof import('../src/map/build');
let marks: typeof import('../src/map/marks');
let desk: (typeof import('../src/store/desk.svelte'))['desk'];
beforeAll(async () => {
  build = await import('../src/map/build');
  marks = await import('../src/map/marks');
  ({ desk } = await import('../src/store/desk.svelte'));
}, 60_000); // half of the page is compiled for it
beforeEach(() => void (desk.camera = { x: 0, y: 0, w: 40, width: 480, height: 360 }));

const [COLUMNS, ROWS] = [12, 9];
const hexes = Array.from({ length: COLUMNS * ROWS }, (_, k) => {
  const [column, row] = [k % COLUMNS, Math.floor(k / COLUMNS)];
  return { name: `${column + 10}${row + 10}`, x: column * Math.sqrt(0.75), y: row + (column % 2) / 2, terrain: 'clear', features: [], provenance: 'derived', note: '' };
});
const board = new Board({ name: 'b', title: 'B', stagger: 'columns', corners: [], hexes, sides: [], places: [], areas: {}, boxes: [], grounds: {}, lines: {}, bounds: [0, 0, 1, 1], kilometres: {} } as unknown as BoardInfo);
const at = (name: string): Hex => board.hex(name) as Hex;

/** The sheet of a plaque as it is painted. */
function sheet(plaque: Scene['plaques'][number]): { left: number; top: number; right: number; bottom: number } {
  let found = { left: 0, top: 0, right: 0, bottom: 0 };
  const nothing = (): void => undefined;
  const ctx = {
    beginPath: nothing, fill: nothing, stroke: nothing, fillText: nothing, measureText: (words: string) => ({ width: 8 * words.length }),
    roundRect: (x: number, y: number, width: number, height: number) => void (found = { left: x, top: y, right: x + width, bottom: y + height }),
  };
  marks.paintPlaque(ctx as unknown as CanvasRenderingContext2D, { camera: desk.camera, theme: 'light' } as Scene, plaque);
  return found;
}

test.each([[3, 180, 'left'], [3, 3, 'upper left'], [477, 357, 'lower right'], [240, 3, 'upper']])('a plaque of the hex at %i, %i, the %s edge, stays in the window as a whole', (x, y) => {
  const [hex, { w, width, height }] = [at('1414'), desk.camera];
  desk.camera = { ...desk.camera, x: hex.x - (x - width / 2) / w, y: hex.y - (y - height / 2) / w };
  expect(toScreen(desk.camera, hex.x, hex.y).map(Math.round)).toEqual([x, y]);
  const { left, top, right, bottom } = sheet({ hex, text: '3:1 to 18:1', tone: 'amber' });
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(desk.camera.width);
  expect(bottom).toBeLessThanOrEqual(desk.camera.height);
});

/** A table at which some hexes are full and others can be attacked. */
const aiming = (full: string[], targets: string[], units: string[] = []): Table =>
  ({
    orders: { likely: new Map(targets.map((hex) => [hex, { hex, likely: '', together: '10:1+' }])), units }, replaying: false, plan: { active: false },
    match: { board }, shown: { stacks: Object.fromEntries(full.map((hex) => [hex, {}])) },
  }) as unknown as Table;

test('odds stand beside their target, and small on its own counter where a dense front leaves no room', () => {
  const [alone] = build.oddsOf(aiming(['1414'], ['1414']), [at('1414')]);
  expect(alone?.small).toBe(false);
  expect(Math.abs((alone?.hex.x ?? 0) - at('1414').x)).toBeGreaterThan(0.7);
  const everywhere = hexes.map(({ name }) => name);
  const [dense] = build.oddsOf(aiming(everywhere, ['1414']), [at('1414')]);
  expect(dense?.small).toBe(true);
  const wide = sheet(alone as Scene['plaques'][number]);
  const narrow = sheet(dense as Scene['plaques'][number]);
  expect(narrow.bottom - narrow.top).toBeLessThan(wide.bottom - wide.top);
});

/** A table seen from afar: a corps of ours in two hexes, an army of theirs in two others. */
function afar(): Table {
  desk.camera = { ...desk.camera, w: 12 };
  const marker = (text: string, owner: string, one: string, two: string, ids: [string, string]) => ({ text, owner, lit: false, stacks: [{ hex: at(one), units: [ids[0]] }, { hex: at(two), units: [ids[1]] }] });
  return {
    shown: { seat: 'german' }, match: { sidesOf: () => [0], owners: ['axis', 'soviet'] },
    formations: { markers: [marker('XXXX Corps 2', 'axis', '1110', '1112', ['a', 'b']), marker('5th Army 2', 'soviet', '1815', '1817', ['c', 'd'])] },
  } as unknown as Table;
}

test('formations of both sides have a marker from afar, with a leg to their other stack; near by counters are read', () => {
  const found = build.markersOf(afar(), null);
  expect(found.map(({ text, owner, legs }) => [text, owner, legs.length])).toEqual([['XXXX Corps 2', 'axis', 1], ['5th Army 2', 'soviet', 1]]);
  const table = afar();
  desk.camera = { ...desk.camera, w: 40 };
  expect(build.markersOf(table, null)).toEqual([]);
});

test.each([['a', 0], ['d', 1]] as const)('the leg or the marker goes with %s while it marches', (unit, index) => {
  const table = afar();
  const spots = (moved: { units: Set<string>; x: number; y: number } | null) => {
    const found = build.markersOf(table, moved)[index];
    return [{ x: found?.x, y: found?.y }, ...(found?.legs ?? [])].map(({ x, y }) => [x, y]);
  };
  const here = { x: at('1412').x + 0.3, y: at('1412').y + 0.2 };
  expect(spots(null)).not.toContainEqual([here.x, here.y]);
  expect(spots({ units: new Set([unit]), ...here })).toContainEqual([here.x, here.y]);
});
