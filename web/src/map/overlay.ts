/** Overlays: fills under the counters, lines over them. Everything is drawn in plane units. */
import type { Board, Hex } from '../lib/board';
import { controlColour, dashesOf, type Owner } from '../lib/sides';
import { alpha, overlayColours, tokens, type Theme } from '../lib/tokens';
import { grow, type Box } from './box';
import { paintThreats, type ThreatFill } from './dangers';
import { contour, hexPath, insideBand, segmentPath, type Segment } from './geometry';
import type { Grid } from './grid';
import { heldBy, hexGrid, once, segmentGrid } from './kept';
import { paintSupply, paintSupplyLines, paintZones, type SupplyFill, type ZoneFill } from './networks';

export interface ReachFill {
  kind: 'reach';
  /** hex -> points left, or undefined where only "allowed" is known */
  hexes: Map<string, number | undefined>;
}

export interface ControlFill {
  kind: 'control';
  control: string;
}

export type Fill = ReachFill | ControlFill | SupplyFill | ZoneFill | ThreatFill;

const reached = (board: Board, fill: ReachFill): Hex[] => once(fill, 'reached', () => [...fill.hexes.keys()].flatMap((name) => board.hex(name) ?? []));
const reachedIn = (board: Board, fill: ReachFill, sight: Box): Hex[] => once(fill, 'grid', () => hexGrid(reached(board, fill))).within(sight);

function paintReach(ctx: CanvasRenderingContext2D, board: Board, fill: ReachFill, theme: Theme, w: number, sight: Box): void {
  const colours = overlayColours(theme);
  const hexes = reachedIn(board, fill, sight);
  const [left, top, right, bottom] = board.bounds;
  const veil = hexPath(board, hexes);
  veil.rect(left, top, right - left, bottom - top);
  ctx.fillStyle = alpha(colours['veil'] ?? '#FFFFFF', 0.42);
  ctx.fill(veil, 'evenodd');
  const most = once(fill, 'most', () => [...fill.hexes.values()].reduce<number>((most, left) => Math.max(most, left ?? 0), 1));
  const groups = new Map<number, Hex[]>();
  for (const hex of hexes) {
    const left = fill.hexes.get(hex.name) ?? 0;
    const group = groups.get(left);
    if (group) group.push(hex);
    else groups.set(left, [hex]);
  }
  for (const [left, group] of groups) {
    ctx.fillStyle = alpha(colours['reach'] ?? '#4338CA', 0.14 + (0.24 * Math.max(0, left)) / most);
    ctx.fill(hexPath(board, group));
  }
  ctx.strokeStyle = colours['reach'] ?? '#4338CA';
  ctx.lineWidth = Math.max(2, 0.035 * w) / w;
  ctx.lineCap = 'round';
  const rim = once(fill, 'rim', () => segmentGrid(contour(board, reached(board, fill), (hex) => fill.hexes.has(hex.name))));
  ctx.stroke(segmentPath(rim.within(grow(sight, 0.5))));
}

/** Numbers of points left, painted over everything but counters. */
export function paintReachNumbers(ctx: CanvasRenderingContext2D, board: Board, fill: ReachFill, theme: Theme, w: number, sight: Box, occupied: (hex: string) => boolean): void {
  if (w < 22) return;
  const colours = overlayColours(theme);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  for (const hex of reachedIn(board, fill, sight)) {
    const left = fill.hexes.get(hex.name);
    const full = occupied(hex.name);
    const [x, y] = full ? [hex.x - 0.4, hex.y] : [hex.x, hex.y];
    if (left === undefined) {
      ctx.beginPath();
      ctx.arc(x, y, full ? 0.06 : 0.08, 0, 7);
      ctx.fillStyle = colours['reach-ink'] ?? '#2E2599';
      ctx.fill();
      continue;
    }
    ctx.font = `700 ${full ? 0.24 : 0.3}px 'Sofia Sans Condensed', sans-serif`;
    ctx.strokeStyle = alpha(colours['veil'] ?? '#FFFFFF', 0.85);
    ctx.lineWidth = 0.07;
    // beyond the usual allowance, with a bonus of the game
    const words = left < 0 ? '+' : String(left);
    ctx.strokeText(words, x, y);
    ctx.fillStyle = colours['reach-ink'] ?? '#2E2599';
    ctx.fillText(words, x, y);
  }
}

function paintControl(ctx: CanvasRenderingContext2D, board: Board, fill: ControlFill, owners: Owner[], theme: Theme, sight: Box): void {
  owners.forEach((owner, side) => {
    const held = once(fill, `held ${side}`, () => hexGrid(heldBy(board, fill.control, side)));
    ctx.fillStyle = alpha(controlColour(owner, theme), side === 0 ? 0.2 : 0.15);
    ctx.fill(hexPath(board, held.within(sight)));
  });
}

export function paintFill(ctx: CanvasRenderingContext2D, board: Board, fill: Fill, owners: Owner[], theme: Theme, w: number, sight: Box): void {
  if (fill.kind === 'reach') paintReach(ctx, board, fill, theme, w, sight);
  else if (fill.kind === 'control') paintControl(ctx, board, fill, owners, theme, sight);
  else if (fill.kind === 'supply') {
    paintSupply(ctx, board, fill, owners, theme, w, sight);
    paintSupplyLines(ctx, board, fill, owners, theme, w);
  }
  else if (fill.kind === 'zones') paintZones(ctx, board, fill, owners, theme, w, sight);
  else paintThreats(ctx, board, fill, theme, w);
}

// ------------------------------------------------------------------ the front

export interface Front {
  control: string;
  /** side number -> its side of the line */
  bands: Map<number, Grid<Segment>>;
}

/** Two parallel bands where one side's hexes meet the other's, each on its own side of the line. */
export function frontOf(board: Board, control: string): Front {
  const bands = new Map<number, Segment[]>();
  const shift = tokens.map['front-band'] * 0.62;
  for (const hex of board.hexes) {
    const mine = '.abcdefgh'.indexOf(control[hex.index] ?? '.') - 1;
    if (mine < 0) continue;
    let band = bands.get(mine);
    if (!band) bands.set(mine, (band = []));
    band.push(...insideBand(board, hex, shift, (near) => near !== undefined && control[near.index] !== control[hex.index] && control[near.index] !== '.'));
  }
  return { control, bands: new Map([...bands].map(([side, band]) => [side, segmentGrid(band)])) };
}

export function paintFront(ctx: CanvasRenderingContext2D, front: Front, owners: Owner[], theme: Theme, w: number, sight: Box): void {
  const width = Math.max(tokens.map['front-band'], 1.6 / w);
  const paths = [...front.bands].map(([side, band]) => [side, segmentPath(band.within(grow(sight, 2 * width)))] as const);
  ctx.lineCap = 'round';
  ctx.setLineDash([]);
  ctx.strokeStyle = alpha(theme === 'light' ? '#FFFDF6' : '#15191B', 0.75);
  ctx.lineWidth = width * 1.55;
  for (const [, path] of paths) ctx.stroke(path);
  ctx.lineCap = 'butt';
  ctx.lineWidth = width;
  for (const [side, path] of paths) {
    const owner = owners[side] ?? 'neutral';
    ctx.strokeStyle = controlColour(owner, theme);
    ctx.setLineDash(dashesOf(owner).map((part) => part * 0.0145));
    ctx.stroke(path);
  }
  ctx.setLineDash([]);
}
