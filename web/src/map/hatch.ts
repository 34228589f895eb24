/** Slanted lines. */
import type { Board, Hex } from '../lib/board';
import { alpha } from '../lib/tokens';
import { hexPath } from './geometry';

/** Slanted lines over hexes; patterns of the canvas would not follow the zoom. */
export function hatch(ctx: CanvasRenderingContext2D, board: Board, hexes: Hex[], colour: string, w: number, falling = false): void {
  if (!hexes.length) return;
  const step = 9 / w;
  const sign = falling ? -1 : 1;
  const lines = new Path2D();
  for (const { x, y } of hexes) {
    const middle = x + sign * y;
    for (let t = Math.ceil((middle - 1.2) / step) * step; t < middle + 1.2; t += step) {
      const half = (t - middle) / 2;
      lines.moveTo(x + half - 0.6, y + sign * (half + 0.6));
      lines.lineTo(x + half + 0.6, y + sign * (half - 0.6));
    }
  }
  ctx.save();
  ctx.clip(hexPath(board, hexes));
  ctx.strokeStyle = alpha(colour, 0.55);
  ctx.lineWidth = 2.6 / w;
  ctx.stroke(lines);
  ctx.restore();
}
