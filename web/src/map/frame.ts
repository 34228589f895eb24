/** What makes a map of a board: the neat line around it, and its title. */
import { interfaceColours } from '../lib/tokens';
import type { Scene } from './scene';

/** How far from the hexes the two lines run, in hexes. */
const LINES = [0.16, 0.3];

export function paintFrame(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { board, theme, camera: { w } } = scene;
  const { 'rule-strong': line = '#8E8266', ink2 = '#565041' } = interfaceColours(theme);
  const planes = board.planes.length ? board.planes : [{ name: '', bounds: board.bounds }];
  ctx.strokeStyle = line;
  planes.forEach(({ name, bounds: [left, top, right, bottom] }, k) => {
    LINES.forEach((off, n) => {
      ctx.lineWidth = (n ? 2.2 : 0.9) / w;
      ctx.strokeRect(left - off, top - off, right - left + 2 * off, bottom - top + 2 * off);
    });
    const size = Math.min(20, Math.max(11, 0.5 * w)) / w;
    if (size > 1) return;
    ctx.font = `600 ${size}px 'Source Serif 4', serif`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
    ctx.fillStyle = ink2;
    const title = planes.length > 1 ? `${board.data.title}, ${name}` : board.data.title;
    ctx.fillText(k === 0 || planes.length > 1 ? title.toUpperCase() : '', left, top - 0.3 - size * 0.35);
  });
}
