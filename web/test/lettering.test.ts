/** Names stay on their map: words that run over its edge are read against the desk and look like a fault of print. */
import { beforeAll, expect, test, vi } from 'vitest';
import { Board } from '../src/lib/board';
import type { BoardInfo } from '../src/lib/types';
import type { MapName } from '../src/map/tiles';

// letters of one width: what is tried here is where words stand, not how they look
vi.stubGlobal('OffscreenCanvas', class {
  getContext = () => ({ font: '', measureText: (words: string) => ({ width: 50 * words.length }) });
});

vi.stubGlobal('Path2D', class {});

let lettering: typeof import('../src/map/lettering');
beforeAll(async () => void (lettering = await import('../src/map/lettering')));

const [COLUMNS, ROWS] = [12, 9];
const hexes = Array.from({ length: COLUMNS * ROWS }, (_, k) => ({ name: `${(k % COLUMNS) + 10}${Math.floor(k / COLUMNS) + 10}`, x: k % COLUMNS, y: Math.floor(k / COLUMNS), terrain: 'clear', features: [], provenance: 'derived', note: '' }));
const places = [{ hex: '1014', kind: 'city', name: 'Westerburg', tags: [], provenance: 'derived' }];
const board = new Board({ name: 'b', title: 'B', stagger: 'columns', corners: [], hexes, sides: [], places, areas: {}, boxes: [], grounds: {}, lines: {}, bounds: [0, 0, 1, 1], kilometres: {} } as unknown as BoardInfo);

const NAMES: MapName[] = [
  { name: 'Greater Westland', x: 0.5, y: 2, class: 'country', anchor: 'middle', from: 0 },
  { name: 'Eastern Sea', x: 11, y: 6, class: 'sea', anchor: 'middle', from: 0 },
  { name: 'Northmost Sea', x: 6, y: -0.6, class: 'sea', anchor: 'middle', from: 0 },
  { name: 'Westerburg', x: -0.4, y: 4, class: 'city', anchor: 'end', from: 0 },
];

test.each([[6, 1], [12, 1], [12, 2], [24, 1], [48, 2]])('at %i pixels per hex and a ratio of %i no name runs over the edge', (w, ratio) => {
  const names = lettering.placeNames(board, NAMES);
  const found = lettering.namesIn({ names, stacks: [], camera: { x: 0, y: 0, w, width: 900, height: 900 }, ratio, counterScale: 1 }, [-99, -99, 99, 99]);
  const [left, top, right, bottom] = board.bounds.map((edge) => edge * w * ratio) as [number, number, number, number];
  const outside = found.filter(({ type, words, left: from, y }) => {
    const width = words.length * (type.size / 2 + type.tracking);
    return width <= right - left && (from < left - 1 || from + width > right + 1 || y - type.size / 2 < top - 1 || y + type.size / 2 > bottom + 1);
  });
  expect(found.length).toBeGreaterThan(2);
  expect(outside.map(({ words }) => words)).toEqual([]);
});

test('a city at the edge is named on its other side, not across itself', () => {
  const names = lettering.placeNames(board, NAMES);
  const [city] = lettering.namesIn({ names, stacks: [], camera: { x: 0, y: 0, w: 40, width: 900, height: 900 }, ratio: 1, counterScale: 1 }, [-99, -99, 99, 99]).filter(({ name }) => name.hex);
  expect(city?.anchor).toBe('start');
  expect(city?.left).toBeGreaterThan(0);
});
