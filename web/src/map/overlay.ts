/** Overlays: fills under the counters, lines over them. Everything is drawn in plane units. */
import type { Board, Hex } from '../lib/board';
import { controlColour, lineStyle, type Owner } from '../lib/sides';
import { alpha, overlayColours, tokens, type Theme } from '../lib/tokens';
import { contour, hexPath, sidesTowards } from './geometry';

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

/** Shapes of an overlay are made once and drawn many times while the map is panned. */
const made = new WeakMap<Fill, Map<string, Path2D>>();

function once(fill: Fill, name: string, make: () => Path2D): Path2D {
  let shapes = made.get(fill);
  if (!shapes) made.set(fill, (shapes = new Map()));
  let shape = shapes.get(name);
  if (!shape) shapes.set(name, (shape = make()));
  return shape;
}

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

function paintReach(ctx: CanvasRenderingContext2D, board: Board, fill: ReachFill, theme: Theme, w: number): void {
  const colours = overlayColours(theme);
  const hexes = [...fill.hexes.keys()].flatMap((name) => board.hex(name) ?? []);
  const [left, top, right, bottom] = board.bounds;
  const veil = (): Path2D => {
    const shape = hexPath(board, hexes);
    shape.rect(left, top, right - left, bottom - top);
    return shape;
  };
  ctx.fillStyle = alpha(colours['veil'] ?? '#FFFFFF', 0.42);
  ctx.fill(once(fill, 'veil', veil), 'evenodd');
  const most = Math.max(1, ...[...fill.hexes.values()].map((left) => left ?? 0));
  const groups = new Map<number, Hex[]>();
  for (const hex of hexes) {
    const left = fill.hexes.get(hex.name) ?? 0;
    const group = groups.get(left);
    if (group) group.push(hex);
    else groups.set(left, [hex]);
  }
  for (const [left, group] of groups) {
    ctx.fillStyle = alpha(colours['reach'] ?? '#4338CA', 0.14 + (0.24 * Math.max(0, left)) / most);
    ctx.fill(once(fill, `left ${left}`, () => hexPath(board, group)));
  }
  ctx.strokeStyle = colours['reach'] ?? '#4338CA';
  ctx.lineWidth = Math.max(2, 0.035 * w) / w;
  ctx.lineCap = 'round';
  ctx.stroke(once(fill, 'rim', () => contour(board, hexes, (hex) => fill.hexes.has(hex.name))));
}

/** Numbers of points left, painted over everything but counters. */
export function paintReachNumbers(ctx: CanvasRenderingContext2D, board: Board, fill: ReachFill, theme: Theme, w: number, occupied: (hex: string) => boolean): void {
  if (w < 22) return;
  const colours = overlayColours(theme);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  for (const [name, left] of fill.hexes) {
    const hex = board.hex(name);
    if (!hex) continue;
    const full = occupied(name);
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

function paintControl(ctx: CanvasRenderingContext2D, board: Board, fill: ControlFill, owners: Owner[], theme: Theme): void {
  owners.forEach((owner, side) => {
    ctx.fillStyle = alpha(controlColour(owner, theme), side === 0 ? 0.2 : 0.15);
    ctx.fill(once(fill, `held ${side}`, () => hexPath(board, heldBy(board, fill.control, side))));
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

function paintSupply(ctx: CanvasRenderingContext2D, board: Board, fill: SupplyFill, owners: Owner[], theme: Theme, w: number): void {
  const colours = overlayColours(theme);
  for (const [side, network] of fill.networks) {
    ctx.fillStyle = alpha(colours['supply-in'] ?? '#007F68', 0.7);
    const fed = (): Hex[] => heldBy(board, fill.control, side).filter((hex) => network.has(hex.name));
    ctx.fill(once(fill, `fed ${side}`, () => dotsIn(fed(), owners[side] === 'axis')));
    const cut = heldBy(board, fill.control, side).filter((hex) => !network.has(hex.name));
    hatch(ctx, board, cut, colours['supply-out'] ?? '#98005E', w);
    ctx.strokeStyle = colours['supply-out'] ?? '#98005E';
    ctx.lineWidth = 2 / w;
    const lost = new Set(cut);
    ctx.stroke(once(fill, `cut ${side}`, () => contour(board, cut, (hex) => lost.has(hex))));
  }
}

export function paintFill(ctx: CanvasRenderingContext2D, board: Board, fill: Fill, owners: Owner[], theme: Theme, w: number): void {
  if (fill.kind === 'reach') paintReach(ctx, board, fill, theme, w);
  else if (fill.kind === 'control') paintControl(ctx, board, fill, owners, theme);
  else paintSupply(ctx, board, fill, owners, theme, w);
}

// ------------------------------------------------------------------ the front

export interface Front {
  key: string;
  bands: Map<number, Path2D>;
}

/** Two parallel bands where one side's hexes meet the other's, each on its own side of the line. */
export function frontOf(board: Board, control: string): Front {
  const bands = new Map<number, Path2D>();
  const shift = tokens.map['front-band'] * 0.62;
  for (const hex of board.hexes) {
    const mine = '.abcdefgh'.indexOf(control[hex.index] ?? '.') - 1;
    if (mine < 0) continue;
    const sides = sidesTowards(board, hex, (near) => near !== undefined && control[near.index] !== control[hex.index] && control[near.index] !== '.');
    let path = bands.get(mine);
    if (!path) bands.set(mine, (path = new Path2D()));
    for (const [x1, y1, x2, y2] of sides) {
      const [mx, my] = [(x1 + x2) / 2 - hex.x, (y1 + y2) / 2 - hex.y];
      const length = Math.hypot(mx, my) || 1;
      const [ox, oy] = [(-mx / length) * shift, (-my / length) * shift];
      path.moveTo(x1 + ox, y1 + oy);
      path.lineTo(x2 + ox, y2 + oy);
    }
  }
  return { key: control, bands };
}

export function paintFront(ctx: CanvasRenderingContext2D, front: Front, owners: Owner[], theme: Theme, w: number): void {
  const width = Math.max(tokens.map['front-band'], 1.6 / w);
  ctx.lineCap = 'round';
  for (const path of front.bands.values()) {
    ctx.strokeStyle = alpha(theme === 'light' ? '#FFFDF6' : '#15191B', 0.75);
    ctx.lineWidth = width * 1.55;
    ctx.setLineDash([]);
    ctx.stroke(path);
  }
  for (const [side, path] of front.bands) {
    const owner = owners[side] ?? 'neutral';
    ctx.strokeStyle = controlColour(owner, theme);
    ctx.lineWidth = width;
    ctx.lineCap = 'butt';
    ctx.setLineDash(lineStyle(owner) === 'dashed' ? [0.14, 0.055] : []);
    ctx.stroke(path);
  }
  ctx.setLineDash([]);
}
