/** Shapes made of hexes, in plane units. */
import type { Board, Hex } from '../lib/board';

export function hexPath(board: Board, hexes: Iterable<Hex>, share = 1): Path2D {
  const path = new Path2D();
  for (const hex of hexes) {
    board.data.corners.forEach(([x, y], k) => (k ? path.lineTo(hex.x + x * share, hex.y + y * share) : path.moveTo(hex.x + x * share, hex.y + y * share)));
    path.closePath();
  }
  return path;
}

/** The sides of a hex that look at hexes for which `differs` holds, as corner pairs. */
export function sidesTowards(board: Board, hex: Hex, differs: (near: Hex | undefined, direction: number) => boolean): [number, number, number, number][] {
  const found: [number, number, number, number][] = [];
  for (let k = 0; k < 6; k++) {
    if (!differs(board.neighbour(hex, k), k)) continue;
    const [a, b] = [board.data.corners[k], board.data.corners[(k + 1) % 6]];
    if (a && b) found.push([hex.x + a[0], hex.y + a[1], hex.x + b[0], hex.y + b[1]]);
  }
  return found;
}

/** The rim of a set of hexes. */
export function contour(board: Board, hexes: Iterable<Hex>, inside: (hex: Hex) => boolean): Path2D {
  const path = new Path2D();
  for (const hex of hexes) {
    for (const [x1, y1, x2, y2] of sidesTowards(board, hex, (near) => !near || !inside(near))) {
      path.moveTo(x1, y1);
      path.lineTo(x2, y2);
    }
  }
  return path;
}

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
