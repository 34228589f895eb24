/** What an enemy can do in his next turn, as the server tells it: open places, ways into them, what can be attacked or cut off. */
import type { Board, Hex } from '../lib/board';
import { overlayColours, type Theme } from '../lib/tokens';
import type { Threat } from '../lib/types';
import { hexPath } from './geometry';
import { hatch } from './hatch';

export interface ThreatFill {
  kind: 'threats';
  threats: Threat[];
}

/** At most so many ways into a place are drawn: the shortest. */
const WAYS = 2;

export interface Way {
  from: Hex;
  to: Hex;
  cost: number;
}

const hexesOf = (board: Board, names: readonly string[]): Hex[] => [...new Set(names)].flatMap((name) => board.hex(name) ?? []);

/** The shortest ways into what stands open. */
export function waysIn(board: Board, threats: Threat[]): Way[] {
  return threats.filter((threat) => threat.kind === 'open').flatMap((threat) => {
    const to = board.hex(threat.hexes[0] ?? '');
    const coming = [...threat.comers].sort((a, b) => b.chance - a.chance || a.cost - b.cost).slice(0, WAYS);
    return coming.flatMap(({ start, cost }) => {
      const from = board.hex(start);
      return from && to && from !== to ? [{ from, to, cost }] : [];
    });
  });
}

/** A way bends a little, so that two of them never lie on each other. */
export function bend({ from, to }: Way): { x: number; y: number; middle: [number, number] } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [x, y] = [(from.x + to.x) / 2 - dy * 0.16, (from.y + to.y) / 2 + dx * 0.16];
  return { x, y, middle: [(from.x + 2 * x + to.x) / 4, (from.y + 2 * y + to.y) / 4] };
}

function paintWays(ctx: CanvasRenderingContext2D, ways: Way[], colour: string, casing: string, w: number): void {
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const way of ways) {
    const { x, y } = bend(way);
    const angle = Math.atan2(way.to.y - y, way.to.x - x);
    const tip: [number, number] = [way.to.x - Math.cos(angle) * 0.5, way.to.y - Math.sin(angle) * 0.5];
    const line = new Path2D();
    line.moveTo(way.from.x, way.from.y);
    line.quadraticCurveTo(x, y, ...tip);
    const head = new Path2D();
    const size = Math.max(0.22, 9 / w);
    head.moveTo(...tip);
    for (const turn of [2.6, -2.6]) head.lineTo(tip[0] + Math.cos(angle + turn) * size, tip[1] + Math.sin(angle + turn) * size);
    head.closePath();
    for (const [stroke, width] of [[casing, 5.6], [colour, 2.6]] as const) {
      ctx.strokeStyle = ctx.fillStyle = stroke;
      ctx.lineWidth = width / w;
      ctx.stroke(line);
      ctx.stroke(head);
    }
    ctx.fill(head);
  }
}

function ring(ctx: CanvasRenderingContext2D, board: Board, hexes: Hex[], colour: string, casing: string, w: number, dash: number[], share: number): void {
  if (!hexes.length) return;
  const rim = hexPath(board, hexes, share);
  ctx.lineJoin = 'round';
  ctx.lineCap = dash[0] === 0 ? 'round' : 'butt';
  for (const [stroke, width] of [[casing, 5.4], [colour, 2.8]] as const) {
    ctx.setLineDash(stroke === colour ? dash.map((part) => part / w) : []);
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width / w;
    ctx.stroke(rim);
  }
  ctx.setLineDash([]);
}

export function paintThreats(ctx: CanvasRenderingContext2D, board: Board, fill: ThreatFill, theme: Theme, w: number): void {
  const colour = overlayColours(theme)['threat'] ?? '#A84F00';
  const casing = theme === 'light' ? '#FFFDF6' : '#15191B';
  const of = (...kinds: string[]): Threat[] => fill.threats.filter((threat) => kinds.includes(threat.kind));
  const fatal = hexesOf(board, fill.threats.filter((threat) => threat.fatal).flatMap((threat) => threat.hexes));
  const open = hexesOf(board, of('open').filter((threat) => !threat.fatal).flatMap((threat) => threat.hexes));
  hatch(ctx, board, fatal, colour, w, true);
  paintWays(ctx, waysIn(board, fill.threats), colour, casing, w);
  ring(ctx, board, hexesOf(board, of('cut', 'pocket', 'unsupplied').flatMap((threat) => threat.stacks)), colour, casing, w, [0, 5], 0.9);
  ring(ctx, board, hexesOf(board, of('attack').flatMap((threat) => threat.hexes)), colour, casing, w, [7, 4], 0.98);
  ring(ctx, board, [...open, ...fatal], colour, casing, w, [], 0.98);
}
