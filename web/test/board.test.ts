import { describe, expect, it } from 'vitest';
import { Board } from '../src/lib/board';
import type { BoardInfo } from '../src/lib/types';

const radius = 1 / Math.sqrt(3);
const corners = [0, 1, 2, 3, 4, 5].map((k): [number, number] => {
  const angle = ((-120 + 60 * k) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});

/** A small board with staggered columns. */
function sample(planes = false): BoardInfo {
  const hexes = [];
  for (let column = 1; column <= 4; column++)
    for (let row = 1; row <= 4; row++)
      hexes.push({ name: `0${column}0${row}`, x: column * Math.sqrt(0.75), y: row + (column % 2 ? 0 : 0.5), terrain: 'clear', features: [], provenance: 'derived', note: '', ...(planes ? { plane: column < 3 ? 'west' : 'east' } : {}) });
  return {
    name: 'sample', title: 'Sample', stagger: 'columns', corners, hexes, sides: [{ a: '0202', b: '0203', kind: 'river', name: 'Oka', provenance: 'derived' }],
    places: [{ hex: '0202', kind: 'town', name: 'Tula', tags: [], provenance: 'derived' }], areas: { home: { title: 'Home', hexes: ['0101', '0102'] } }, boxes: [{ name: 'dead', title: 'Dead', tags: [], turn: 0 }], grounds: { clear: 'clear' }, lines: { river: { across: false, colour: 'river' } }, bounds: [0, 0, 5, 5], kilometres: {},
  };
}

describe('the board', () => {
  const board = new Board(sample());
  const hex = board.hex('0202')!;

  it('is told how its words are drawn, and refuses others', () => {
    expect(board.ground('clear')).toBe('clear');
    expect(board.line('river')).toEqual({ across: false, colour: 'river' });
    expect(() => board.ground('tundra')).toThrow(/Sample does not say how to draw the terrain 'tundra'/);
    expect(() => board.line('wall')).toThrow(/'wall'/);
  });

  it('finds the hex under a point', () => {
    expect(board.at(hex.x + 0.3, hex.y - 0.2)?.name).toBe('0202');
    expect(board.at(-5, -5)).toBeUndefined();
  });

  it('knows neighbours and directions', () => {
    expect(board.neighbour(hex, 0)?.name).toBe('0201');
    expect(board.neighbour(hex, 3)?.name).toBe('0203');
    expect(board.direction(hex, board.hex('0203')!)).toBe(3);
    expect(board.neighbour(board.hex('0101')!, 0)).toBeUndefined();
  });

  it('draws a ring around everything within so many hexes', () => {
    const ring = board.ring(hex, 2);
    expect(ring).toHaveLength(6);
    for (const [x, y] of ring) expect(Math.hypot(x - hex.x, y - hex.y)).toBeCloseTo(2.5);
    expect(ring[0]![0]).toBeCloseTo(hex.x);
    expect(ring[0]![1]).toBeLessThan(hex.y);
  });

  it('knows what lies between and around', () => {
    expect(board.sideFeatures('0203', '0202')).toEqual([{ kind: 'river', name: 'Oka', provenance: 'derived' }]);
    expect(board.around(hex)).toEqual([{ direction: 'S', kind: 'river', name: 'Oka', provenance: 'derived' }]);
    expect(board.placesAt('0202')[0]?.name).toBe('Tula');
    expect(board.areasAt('0101')[0]?.title).toBe('Home');
    expect(board.isBox('dead')).toBe(true);
  });

  it('lays planes side by side', () => {
    const two = new Board(sample(true));
    expect(two.hex('0301')!.x - two.hex('0201')!.x).toBeGreaterThan(1.5);
    expect(two.neighbour(two.hex('0202')!, 1)).toBeUndefined();
  });

  it('brings the upper edges of planes in line and knows where each lies', () => {
    const data = sample(true);
    for (const hex of data.hexes) if (hex.plane === 'east') hex.y += 40;
    const two = new Board(data);
    expect(two.planes.map(({ name }) => name)).toEqual(['west', 'east']);
    const [west, east] = two.planes.map(({ bounds }) => bounds);
    expect(east![1]).toBeCloseTo(west![1]);
    expect(east![0]).toBeGreaterThan(west![2]);
    expect(two.bounds).toEqual([west![0], west![1], east![2], Math.max(west![3], east![3])]);
    expect(two.planeOffsets.get('east')![1]).toBeCloseTo(-40);
    expect(new Board(sample()).planes).toHaveLength(1);
  });
});
