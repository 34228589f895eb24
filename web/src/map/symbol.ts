/** Unit symbols on their grid of 36 x 24, and aircraft silhouettes on 64 x 56. */
import more from 'virtual:milsymbols';
import { aircraft, symbols } from '../lib/tokens';

const cache = new Map<string, Path2D>();

function path(data: string): Path2D {
  let found = cache.get(data);
  if (!found) cache.set(data, (found = new Path2D(data)));
  return found;
}

/** Where milsymbol's frame lies, and the stroke that makes its icons as heavy as ours. */
const MIL = { x: 25, y: 50, scale: 0.24, stroke: 9.5 };

export function paintSymbol(ctx: CanvasRenderingContext2D, name: string, x: number, y: number, width: number, height: number, ink: string): void {
  ctx.save();
  ctx.translate(x, y);
  const plane = aircraft[name];
  if (plane) {
    const scale = Math.min(width / 64, height / 56) * 1.5;
    ctx.translate(width / 2 - 32 * scale, height / 2 - 28 * scale);
    ctx.scale(scale, scale);
    ctx.fillStyle = ink;
    ctx.fill(path(plane));
    ctx.restore();
    return;
  }
  ctx.scale(width / 36, height / 24);
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = 2.3;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, 36, 24);
  ctx.clip();
  for (const step of symbols[name] ?? more[name] ?? [`T ${name.slice(0, 4).toUpperCase()}`]) {
    const data = step.slice(2);
    if (step.startsWith('F')) ctx.fill(path(data));
    else if (step.startsWith('S')) ctx.stroke(path(data));
    else if (step.startsWith('T')) letters(ctx, data);
    else foreign(ctx, step[0] === 'f', path(data));
  }
  ctx.restore();
  ctx.strokeRect(0, 0, 36, 24);
  ctx.restore();
}

function foreign(ctx: CanvasRenderingContext2D, filled: boolean, shape: Path2D): void {
  ctx.save();
  ctx.scale(MIL.scale, MIL.scale);
  ctx.translate(-MIL.x, -MIL.y);
  ctx.lineWidth = MIL.stroke;
  if (filled) ctx.fill(shape);
  ctx.stroke(shape);
  ctx.restore();
}

function letters(ctx: CanvasRenderingContext2D, words: string): void {
  let size = 15;
  ctx.font = `800 ${size}px 'Sofia Sans Condensed', sans-serif`;
  size = Math.min(15, (15 * 31) / Math.max(1, ctx.measureText(words).width));
  ctx.font = `800 ${size}px 'Sofia Sans Condensed', sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(words, 18, 12 + 0.36 * size);
}
