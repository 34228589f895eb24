/** What an overlay is made of is worked out once; each part of the map then takes what it shows. */
import type { Board, Hex } from '../lib/board';
import { around } from './box';
import { segmentBox, type Segment } from './geometry';
import { Grid } from './grid';

const made = new WeakMap<object, Map<string, unknown>>();

export function once<T>(fill: object, name: string, make: () => T): T {
  let parts = made.get(fill);
  if (!parts) made.set(fill, (parts = new Map()));
  if (!parts.has(name)) parts.set(name, make());
  return parts.get(name) as T;
}

export const hexGrid = (hexes: Hex[]): Grid<Hex> => new Grid(hexes, (hex) => around(hex, 0.62));
export const segmentGrid = (segments: Segment[]): Grid<Segment> => new Grid(segments, segmentBox);

export const heldBy = (board: Board, control: string, side: number): Hex[] => board.hexes.filter((hex) => control[hex.index] === '.abcdefgh'[side + 1]);
