/** A plain map for boards whose tiles are missing: flat terrain, rivers, roads, places. Painted once. */
import type { Board, Hex } from '../lib/board';
import { lineColours, terrainColours, type Theme } from '../lib/tokens';
import { runsAcross, sideMark, terrainMark } from '../lib/vocabulary';
import { toScreen, type Camera } from './camera';

const W = 32;
const LARGEST = 8000;

export class PlainMap {
  private readonly picture: HTMLCanvasElement;
  private readonly scale: number;

  constructor(private readonly board: Board, theme: Theme) {
    const [left, top, right, bottom] = board.bounds;
    this.scale = Math.min(W, LARGEST / Math.max(right - left, bottom - top));
    this.picture = document.createElement('canvas');
    this.picture.width = Math.ceil((right - left) * this.scale);
    this.picture.height = Math.ceil((bottom - top) * this.scale);
    const ctx = this.picture.getContext('2d');
    if (ctx) {
      ctx.scale(this.scale, this.scale);
      ctx.translate(-left, -top);
      this.paint(ctx, theme);
    }
  }

  draw(ctx: CanvasRenderingContext2D, camera: Camera): void {
    const [left, top] = toScreen(camera, this.board.bounds[0], this.board.bounds[1]);
    const scale = camera.w / this.scale;
    ctx.drawImage(this.picture, left, top, this.picture.width * scale, this.picture.height * scale);
  }

  private corners(hex: Hex): [number, number][] {
    return this.board.data.corners.map(([x, y]) => [hex.x + x, hex.y + y]);
  }

  private paint(ctx: CanvasRenderingContext2D, theme: Theme): void {
    const terrain = terrainColours(theme);
    const lines = lineColours(theme);
    ctx.lineJoin = ctx.lineCap = 'round';
    for (const hex of this.board.hexes) {
      ctx.beginPath();
      for (const [x, y] of this.corners(hex)) ctx.lineTo(x, y);
      ctx.closePath();
      ctx.fillStyle = String(terrain[terrainMark(hex.terrain)]?.['fill'] ?? '#EEEEEE');
      ctx.fill();
      ctx.strokeStyle = String(lines['grid']?.['line'] ?? '#888888');
      ctx.globalAlpha = 0.3;
      ctx.lineWidth = 0.02;
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
    for (const side of this.board.data.sides) this.paintSide(ctx, side, lines);
    for (const place of this.board.data.places) {
      const hex = this.board.hex(place.hex);
      if (!hex) continue;
      ctx.fillStyle = String(terrain['city']?.['block'] ?? '#7A4A44');
      ctx.beginPath();
      ctx.arc(hex.x, hex.y, place.kind === 'town' ? 0.08 : 0.22, 0, 7);
      ctx.fill();
    }
  }

  private paintSide(ctx: CanvasRenderingContext2D, side: { a: string; b: string; kind: string }, lines: ReturnType<typeof lineColours>): void {
    const mark = sideMark(side.kind);
    const [a, b] = [this.board.hex(side.a), this.board.hex(side.b)];
    if (!mark || !a || !b) return;
    const direction = this.board.direction(a, b);
    if (direction < 0) return;
    const corners = this.corners(a);
    const from = runsAcross(mark) ? [a.x, a.y] : corners[direction];
    const to = runsAcross(mark) ? [b.x, b.y] : corners[(direction + 1) % 6];
    if (!from || !to) return;
    const colours = lines[mark];
    ctx.strokeStyle = String(colours?.['line'] ?? colours?.['bank'] ?? '#555555');
    ctx.lineWidth = mark === 'reservoir' ? 0.2 : mark === 'major-river' ? 0.11 : 0.06;
    ctx.beginPath();
    ctx.moveTo(from[0] ?? 0, from[1] ?? 0);
    ctx.lineTo(to[0] ?? 0, to[1] ?? 0);
    ctx.stroke();
  }
}
