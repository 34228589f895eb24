/** Shapes made of hexes, in plane units. */
import type { Board, Hex } from '../lib/board';
import { around, type Box } from './box';
import { gridOf } from './grid';

export const hexesIn = (board: Board, sight: Box): Hex[] => gridOf(board.hexes, (hex) => around(hex, 0.62)).within(sight);

export function hexPath(board: Board, hexes: Iterable<Hex>, share = 1): Path2D {
  const path = new Path2D();
  for (const hex of hexes) {
    board.data.corners.forEach(([x, y], k) => (k ? path.lineTo(hex.x + x * share, hex.y + y * share) : path.moveTo(hex.x + x * share, hex.y + y * share)));
    path.closePath();
  }
  return path;
}

/** A line from corner to corner: x1, y1, x2, y2. */
export type Segment = readonly [number, number, number, number];

export const segmentBox = ([x1, y1, x2, y2]: Segment): Box => [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];

export function segmentPath(segments: Iterable<Segment>): Path2D {
  const path = new Path2D();
  for (const [x1, y1, x2, y2] of segments) {
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  }
  return path;
}

const near = new WeakMap<Hex, (Hex | undefined)[]>();

/** Clockwise; looked up once, as fronts and rims are worked out after every command. */
function neighbours(board: Board, hex: Hex): (Hex | undefined)[] {
  let found = near.get(hex);
  if (!found) near.set(hex, (found = [0, 1, 2, 3, 4, 5].map((k) => board.neighbour(hex, k))));
  return found;
}

/** The sides of a hex that look at hexes for which `differs` holds. */
export function sidesTowards(board: Board, hex: Hex, differs: (near: Hex | undefined) => boolean): Segment[] {
  const found: Segment[] = [];
  for (const [k, near] of neighbours(board, hex).entries()) {
    if (!differs(near)) continue;
    const [a, b] = [board.data.corners[k], board.data.corners[(k + 1) % 6]];
    if (a && b) found.push([hex.x + a[0], hex.y + a[1], hex.x + b[0], hex.y + b[1]]);
  }
  return found;
}

/** The same sides, moved into the hex, so that two neighbours can each have a line of their own there. */
export function insideBand(board: Board, hex: Hex, shift: number, differs: (near: Hex | undefined) => boolean): Segment[] {
  return sidesTowards(board, hex, differs).map(([x1, y1, x2, y2]) => {
    const [mx, my] = [(x1 + x2) / 2 - hex.x, (y1 + y2) / 2 - hex.y];
    const length = Math.hypot(mx, my) || 1;
    const [ox, oy] = [(-mx / length) * shift, (-my / length) * shift];
    return [x1 + ox, y1 + oy, x2 + ox, y2 + oy] as const;
  });
}

/** The rim of a set of hexes. */
export const contour = (board: Board, hexes: Hex[], inside: (hex: Hex) => boolean): Segment[] =>
  hexes.flatMap((hex) => sidesTowards(board, hex, (near) => !near || !inside(near)));

/** A tapered arrow from hex to hex, as battle plans draw them. */
export function arrow(x1: number, y1: number, x2: number, y2: number): Path2D {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, off: number): [number, number] => [x1 + ux * along - uy * off, y1 + uy * along + ux * off];
  const [tail, head] = [0.29, length - 0.26];
  const neck = Math.max(tail, head - 0.26);
  const path = new Path2D();
  const outline: [number, number][] = [point(tail, 0.06), point(neck, 0.095), point(neck, 0.185), point(head, 0), point(neck, -0.185), point(neck, -0.095), point(tail, -0.06)];
  outline.forEach(([x, y], k) => (k ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}
