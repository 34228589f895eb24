/** A plain map for boards whose tiles are missing or still on their way: flat terrain, rivers, roads, places. */
import type { Board, Hex } from '../lib/board';
import { lineColours, terrainColours, type Theme } from '../lib/tokens';
import { around, planeOf, touches, union, type Box } from './box';
import { hexesIn } from './geometry';
import { Grid } from './grid';
import type { Ground } from './scene';

interface Side {
  a: Hex;
  b: Hex;
  kind: string;
}

export class PlainMap implements Ground {
  private found: Grid<Side> | null = null;

  /** Nothing is painted before it is wanted: tiles may be on their way. */
  constructor(private readonly board: Board, private readonly theme: Theme, public wanted = true) {}

  private get sides(): Grid<Side> {
    return (this.found ??= new Grid(this.allSides(), ({ a, b }) => union(around(a, 0.7), around(b, 0.7))));
  }

  private allSides(): Side[] {
    return this.board.data.sides.flatMap(({ a, b, kind }): Side[] => {
      const [from, to] = [this.board.hex(a), this.board.hex(b)];
      return from && to ? [{ a: from, b: to, kind }] : [];
    });
  }

  draw(ctx: CanvasRenderingContext2D, patch: Box, scale: number): void {
    if (!this.wanted) return;
    const sight = planeOf(patch, scale);
    ctx.save();
    ctx.setTransform(scale, 0, 0, scale, -patch[0], -patch[1]);
    this.paint(ctx, sight);
    ctx.restore();
  }

  sketch(ctx: CanvasRenderingContext2D, patch: Box, scale: number): void {
    this.draw(ctx, patch, scale);
  }

  private corners(hex: Hex): [number, number][] {
    return this.board.data.corners.map(([x, y]) => [hex.x + x, hex.y + y]);
  }

  private paint(ctx: CanvasRenderingContext2D, sight: Box): void {
    const terrain = terrainColours(this.theme);
    const lines = lineColours(this.theme);
    ctx.lineJoin = ctx.lineCap = 'round';
    for (const hex of hexesIn(this.board, sight)) {
      ctx.beginPath();
      for (const [x, y] of this.corners(hex)) ctx.lineTo(x, y);
      ctx.closePath();
      ctx.fillStyle = String(terrain[this.board.ground(hex.terrain)]?.['fill']);
      ctx.fill();
      ctx.strokeStyle = String(lines['grid']?.['line'] ?? '#888888');
      ctx.globalAlpha = 0.3;
      ctx.lineWidth = 0.02;
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
    for (const side of this.sides.within(sight)) this.paintSide(ctx, side, lines);
    for (const place of this.board.data.places) {
      const hex = this.board.hex(place.hex);
      if (!hex || !touches(around(hex, 0.3), sight)) continue;
      ctx.fillStyle = String(terrain['city']?.['block'] ?? '#7A4A44');
      ctx.beginPath();
      ctx.arc(hex.x, hex.y, place.kind === 'town' ? 0.08 : 0.22, 0, 7);
      ctx.fill();
    }
  }

  private paintSide(ctx: CanvasRenderingContext2D, { a, b, kind }: Side, lines: ReturnType<typeof lineColours>): void {
    const { across, colour } = this.board.line(kind);
    if (!colour) return;
    const direction = this.board.direction(a, b);
    if (direction < 0) return;
    const corners = this.corners(a);
    const from = across ? [a.x, a.y] : corners[direction];
    const to = across ? [b.x, b.y] : corners[(direction + 1) % 6];
    if (!from || !to) return;
    const colours = lines[colour];
    ctx.strokeStyle = String(colours?.['line'] ?? colours?.['bank'] ?? '#555555');
    ctx.lineWidth = colour === 'reservoir' ? 0.2 : colour === 'major-river' ? 0.11 : 0.06;
    ctx.beginPath();
    ctx.moveTo(from[0] ?? 0, from[1] ?? 0);
    ctx.lineTo(to[0] ?? 0, to[1] ?? 0);
    ctx.stroke();
  }
}
