/** Overlays: fills under the counters, lines over them. Everything is drawn in plane units. */
import type { Board, Hex } from '../lib/board';
import { controlColour, lineStyle, type Owner } from '../lib/sides';
import { alpha, overlayColours, tokens, type Theme } from '../lib/tokens';
import { around, grow, type Box } from './box';
import { contour, hexPath, segmentBox, segmentPath, sidesTowards, type Segment } from './geometry';
import { Grid } from './grid';

export interface ReachFill {
  kind: 'reach';
  /** hex -> points left, or undefined where only "allowed" is known */
  hexes: Map<string, number | undefined>;
}

export interface ControlFill {
  kind: 'control';
  control: string;
}

export interface SupplyFill {
  kind: 'supply';
  control: string;
  /** side number -> hexes in supply */
  networks: Map<number, Set<string>>;
}

export type Fill = ReachFill | ControlFill | SupplyFill;

/** What an overlay is made of is worked out once; each part of the map then takes what it shows. */
const made = new WeakMap<Fill, Map<string, unknown>>();

function once<T>(fill: Fill, name: string, make: () => T): T {
  let parts = made.get(fill);
  if (!parts) made.set(fill, (parts = new Map()));
  if (!parts.has(name)) parts.set(name, make());
  return parts.get(name) as T;
}

const hexGrid = (hexes: Hex[]): Grid<Hex> => new Grid(hexes, (hex) => around(hex, 0.62));
const segmentGrid = (segments: Segment[]): Grid<Segment> => new Grid(segments, segmentBox);

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

const heldBy = (board: Board, control: string, side: number): Hex[] => board.hexes.filter((hex) => control[hex.index] === '.abcdefgh'[side + 1]);

function paintControl(ctx: CanvasRenderingContext2D, board: Board, fill: ControlFill, owners: Owner[], theme: Theme, sight: Box): void {
  owners.forEach((owner, side) => {
    const held = once(fill, `held ${side}`, () => hexGrid(heldBy(board, fill.control, side)));
    ctx.fillStyle = alpha(controlColour(owner, theme), side === 0 ? 0.2 : 0.15);
    ctx.fill(hexPath(board, held.within(sight)));
  });
}

/** Dots where supply comes through: square for the Axis, round for the others. */
function dotsIn(hexes: Hex[], square: boolean): Path2D {
  const dots = new Path2D();
  for (const hex of hexes) {
    for (const [dx, dy] of [[-0.3, 0], [0.3, 0], [0, 0.36], [0, -0.36]] as const) {
      if (square) dots.rect(hex.x + dx - 0.035, hex.y + dy - 0.035, 0.07, 0.07);
      else {
        dots.moveTo(hex.x + dx + 0.04, hex.y + dy);
        dots.arc(hex.x + dx, hex.y + dy, 0.04, 0, 7);
      }
    }
  }
  return dots;
}

function paintSupply(ctx: CanvasRenderingContext2D, board: Board, fill: SupplyFill, owners: Owner[], theme: Theme, w: number, sight: Box): void {
  const colours = overlayColours(theme);
  for (const [side, network] of fill.networks) {
    const held = once(fill, `held ${side}`, () => heldBy(board, fill.control, side));
    const fed = once(fill, `fed ${side}`, () => hexGrid(held.filter((hex) => network.has(hex.name))));
    ctx.fillStyle = alpha(colours['supply-in'] ?? '#007F68', 0.7);
    ctx.fill(dotsIn(fed.within(sight), owners[side] === 'axis'));
    const lost = once(fill, `lost ${side}`, () => new Set(held.filter((hex) => !network.has(hex.name))));
    const cut = once(fill, `cut ${side}`, () => hexGrid([...lost]));
    hatch(ctx, board, cut.within(sight), colours['supply-out'] ?? '#98005E', w);
    ctx.strokeStyle = colours['supply-out'] ?? '#98005E';
    ctx.lineWidth = 2 / w;
    ctx.lineCap = 'round';
    const rim = once(fill, `rim ${side}`, () => segmentGrid(contour(board, [...lost], (hex) => lost.has(hex))));
    ctx.stroke(segmentPath(rim.within(grow(sight, 0.5))));
  }
}

export function paintFill(ctx: CanvasRenderingContext2D, board: Board, fill: Fill, owners: Owner[], theme: Theme, w: number, sight: Box): void {
  if (fill.kind === 'reach') paintReach(ctx, board, fill, theme, w, sight);
  else if (fill.kind === 'control') paintControl(ctx, board, fill, owners, theme, sight);
  else paintSupply(ctx, board, fill, owners, theme, w, sight);
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
    const sides = sidesTowards(board, hex, (near) => near !== undefined && control[near.index] !== control[hex.index] && control[near.index] !== '.');
    let band = bands.get(mine);
    if (!band) bands.set(mine, (band = []));
    for (const [x1, y1, x2, y2] of sides) {
      const [mx, my] = [(x1 + x2) / 2 - hex.x, (y1 + y2) / 2 - hex.y];
      const length = Math.hypot(mx, my) || 1;
      const [ox, oy] = [(-mx / length) * shift, (-my / length) * shift];
      band.push([x1 + ox, y1 + oy, x2 + ox, y2 + oy]);
    }
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
    ctx.setLineDash(lineStyle(owner) === 'dashed' ? [0.14, 0.055] : []);
    ctx.stroke(path);
  }
  ctx.setLineDash([]);
}
