import { describe, expect, it } from 'vitest';
import { Board } from '../src/lib/board';
import type { BoardData } from '../src/lib/types';

const radius = 1 / Math.sqrt(3);
const corners = [0, 1, 2, 3, 4, 5].map((k): [number, number] => {
  const angle = ((-120 + 60 * k) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
});

/** A small board with staggered columns. */
function sample(planes = false): BoardData {
  const hexes = [];
  for (let column = 1; column <= 4; column++)
    for (let row = 1; row <= 4; row++)
      hexes.push({ name: `0${column}0${row}`, x: column * Math.sqrt(0.75), y: row + (column % 2 ? 0 : 0.5), terrain: 'clear', features: [], ...(planes ? { plane: column < 3 ? 'west' : 'east' } : {}) });
  return {
    name: 'sample', title: 'Sample', stagger: 'columns', corners, hexes, sides: [{ a: '0202', b: '0203', kind: 'river', name: 'Oka', provenance: 'derived' }],
    places: [{ hex: '0202', kind: 'town', name: 'Tula', tags: [], provenance: 'derived' }], areas: { home: { title: 'Home', hexes: ['0101', '0102'] } }, boxes: [{ name: 'dead', title: 'Dead', tags: [] }], grounds: { clear: 'clear' }, lines: { river: { across: false, colour: 'river' } }, bounds: [0, 0, 5, 5],
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
});
