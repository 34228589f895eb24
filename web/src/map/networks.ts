/** Who is fed, and who controls what: edges on their own side of the line, in the colour and line of their side. */
import type { Board, Hex } from '../lib/board';
import type { SupplyLines } from '../lib/types';
import { controlColour, dashesOf, type Owner } from '../lib/sides';
import { alpha, overlayColours, type Theme } from '../lib/tokens';
import { grow, type Box } from './box';
import { contour, hexPath, insideBand, segmentPath, type Segment } from './geometry';
import type { Grid } from './grid';
import { hatch } from './hatch';
import { heldBy, hexGrid, once, segmentGrid } from './kept';

export interface SupplyFill {
  kind: 'supply';
  control: string;
  /** side number -> hexes in supply */
  networks: Map<number, Set<string>>;
  /** side number -> the ways on which its stacks live */
  lines: Map<number, SupplyLines>;
}

/** The zones of one side; `mine` are only rimmed, those of an enemy are screened with dots. */
export interface Zone {
  side: number;
  mine: boolean;
  sure: Set<string>;
  possible: Set<string>;
  /** must an enemy stop who enters one? */
  stops: boolean;
}

export interface ZoneFill {
  kind: 'zones';
  zones: Zone[];
}

const INSIDE = 0.05;

function stroke(ctx: CanvasRenderingContext2D, path: Path2D, owner: Owner, theme: Theme, w: number, width: number, dash: number[]): void {
  ctx.lineCap = 'round';
  ctx.setLineDash([]);
  ctx.strokeStyle = alpha(theme === 'light' ? '#FFFDF6' : '#15191B', 0.8);
  ctx.lineWidth = (width + 2.4) / w;
  ctx.stroke(path);
  ctx.lineCap = 'butt';
  ctx.setLineDash(dash.map((part) => part / w));
  ctx.strokeStyle = controlColour(owner, theme);
  ctx.lineWidth = width / w;
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/** The edge of a set of hexes, on their own side of it. */
const edge = (board: Board, hexes: Hex[], inside: (name: string) => boolean): Grid<Segment> =>
  segmentGrid(hexes.flatMap((hex) => insideBand(board, hex, INSIDE, (near) => !near || !inside(near.name))));

export function paintSupply(ctx: CanvasRenderingContext2D, board: Board, fill: SupplyFill, owners: Owner[], theme: Theme, w: number, sight: Box): void {
  const colours = overlayColours(theme);
  for (const [side, network] of fill.networks) {
    const held = once(fill, `held ${side}`, () => heldBy(board, fill.control, side));
    const fed = once(fill, `fed ${side}`, () => new Set(held.filter((hex) => network.has(hex.name)).map((hex) => hex.name)));
    const lost = once(fill, `lost ${side}`, () => new Set(held.filter((hex) => !network.has(hex.name))));
    const cut = once(fill, `cut ${side}`, () => hexGrid([...lost]));
    hatch(ctx, board, cut.within(sight), colours['supply-out'] ?? '#98005E', w);
    ctx.strokeStyle = colours['supply-out'] ?? '#98005E';
    ctx.lineWidth = 2 / w;
    ctx.lineCap = 'round';
    const rim = once(fill, `rim ${side}`, () => segmentGrid(contour(board, [...lost], (hex) => lost.has(hex))));
    ctx.stroke(segmentPath(rim.within(grow(sight, 0.5))));
    const owner = owners[side] ?? 'neutral';
    const line = once(fill, `edge ${side}`, () => edge(board, held.filter((hex) => fed.has(hex.name)), (name) => fed.has(name)));
    stroke(ctx, segmentPath(line.within(grow(sight, 0.5))), owner, theme, w, Math.max(2.6, 0.05 * w), dashesOf(owner));
  }
}

/** Dotted ways, the wider the more stacks live on them; where they begin a disc, and a ring around stacks that have none. */
export function paintSupplyLines(ctx: CanvasRenderingContext2D, board: Board, fill: SupplyFill, owners: Owner[], theme: Theme, w: number): void {
  const paper = theme === 'light' ? '#FFFDF6' : '#15191B';
  for (const [side, { steps, sources, cut }] of fill.lines) {
    const colour = controlColour(owners[side] ?? 'neutral', theme);
    ctx.lineCap = 'round';
    for (const { start, end, stacks } of steps) {
      const [a, b] = [board.hex(start), board.hex(end)];
      if (!a || !b) continue;
      const width = 1.6 + Math.min(3.4, Math.sqrt(stacks));
      for (const [stroke, wide] of [[paper, width + 2], [colour, width]] as const) {
        ctx.beginPath();
        ctx.moveTo(a.x, a.y);
        ctx.lineTo(b.x, b.y);
        ctx.setLineDash([0.01, 0.2]);
        ctx.strokeStyle = stroke;
        ctx.lineWidth = wide / w;
        ctx.stroke();
      }
    }
    ctx.setLineDash([]);
    for (const hex of sources.flatMap((name) => board.hex(name) ?? [])) {
      ctx.beginPath();
      ctx.arc(hex.x, hex.y, 0.2, 0, 7);
      ctx.fillStyle = colour;
      ctx.fill();
      ctx.strokeStyle = paper;
      ctx.lineWidth = 2 / w;
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(hex.x - 0.09, hex.y + 0.06);
      ctx.lineTo(hex.x, hex.y - 0.09);
      ctx.lineTo(hex.x + 0.09, hex.y + 0.06);
      ctx.stroke();
    }
    ctx.strokeStyle = overlayColours(theme)['supply-out'] ?? '#98005E';
    ctx.lineWidth = 3.4 / w;
    ctx.stroke(hexPath(board, cut.flatMap((one) => board.hex(one.hex) ?? []), 0.9));
  }
}

/** An octagon in hexes of an enemy's zone that borders on one's own: who enters must stop. */
function stopSigns(ctx: CanvasRenderingContext2D, hexes: Hex[], w: number): void {
  for (const { x, y } of hexes) {
    ctx.beginPath();
    for (let k = 0; k < 8; k++) ctx.lineTo(x + 0.3 + 0.12 * Math.cos((k + 0.5) * (Math.PI / 4)), y - 0.34 + 0.12 * Math.sin((k + 0.5) * (Math.PI / 4)));
    ctx.closePath();
    ctx.fillStyle = '#B3261E';
    ctx.fill();
    ctx.strokeStyle = '#FFFFFF';
    ctx.lineWidth = 1.4 / w;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x + 0.24, y - 0.34);
    ctx.lineTo(x + 0.36, y - 0.34);
    ctx.lineWidth = 2 / w;
    ctx.stroke();
  }
}

/** Dots over a hex, so thin that the ground stays to be read. */
function dotsIn(hexes: Hex[], w: number): Path2D {
  const dots = new Path2D();
  const size = Math.max(0.028, 1 / w);
  for (const { x, y } of hexes)
    for (const [dx, dy] of [[-0.3, -0.18], [0, -0.18], [0.3, -0.18], [-0.15, 0.06], [0.15, 0.06], [-0.3, 0.3], [0, 0.3], [0.3, 0.3], [0, -0.42]] as const) {
      dots.moveTo(x + dx + size, y + dy);
      dots.arc(x + dx, y + dy, size, 0, 7);
    }
  return dots;
}

export function paintZones(ctx: CanvasRenderingContext2D, board: Board, fill: ZoneFill, owners: Owner[], theme: Theme, w: number, sight: Box): void {
  fill.zones.forEach(({ side, mine, sure, possible }, k) => {
    const owner = owners[side] ?? 'neutral';
    const hexes = (names: Set<string>): Hex[] => [...names].flatMap((name) => board.hex(name) ?? []);
    const near = grow(sight, 0.5);
    if (!mine) {
      ctx.fillStyle = alpha(controlColour(owner, theme), 0.75);
      ctx.fill(dotsIn(once(fill, `sure ${k}`, () => hexGrid(hexes(sure))).within(sight), w));
    }
    const perhaps = once(fill, `perhaps ${k}`, () => edge(board, hexes(possible), (name) => possible.has(name) || sure.has(name)));
    stroke(ctx, segmentPath(perhaps.within(near)), owner, theme, w, 1.8, [3, 4]);
    const rim = once(fill, `rim ${k}`, () => edge(board, hexes(sure), (name) => sure.has(name)));
    stroke(ctx, segmentPath(rim.within(near)), owner, theme, w, 2.4, mine ? [8, 4] : []);
  });  if (w < 24) return;
  const mine = new Set(fill.zones.flatMap((zone) => (zone.mine ? [...zone.sure] : [])));
  const signs = once(fill, 'signs', () => fill.zones.filter((zone) => !zone.mine && zone.stops).flatMap((zone) => [...zone.sure].filter((name) => mine.has(name)).flatMap((name) => board.hex(name) ?? [])));
  stopSigns(ctx, signs, w);
}
