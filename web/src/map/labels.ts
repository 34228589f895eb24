/** Names on the map, drawn live because places are named above the counters. */
import type { Board } from '../lib/board';
import { controlMark, sideColour, type Owner } from '../lib/sides';
import { alpha, labelColours, tokens, type Theme } from '../lib/tokens';
import { isVisible, levelOf, toScreen, type Camera } from './camera';
import type { MapName } from './tiles';

interface Type {
  'size-W'?: number;
  'min-px'?: number;
  'size-px'?: number[];
  weight: number;
  case?: string;
  style?: string;
  'tracking-em'?: number;
}

const TYPES = tokens.type.map as unknown as Record<string, Type>;
const PLACES = new Set(['major-city', 'city', 'town']);
const RANK = ['country', 'sea', 'major-city', 'city', 'region', 'town', 'river-great', 'river'];

export interface PlacedName extends MapName {
  hex: string | null;
}

/** Names with the hexes of the places they belong to, the most important first. */
export function placeNames(board: Board, names: MapName[]): PlacedName[] {
  const found = names.length ? names : board.data.places.flatMap((place): MapName[] => {
    const hex = board.hex(place.hex);
    return hex ? [{ name: place.name, x: hex.x, y: hex.y + 0.46, class: place.kind === 'town' ? 'town' : 'city', anchor: 'middle', from: place.kind === 'town' ? 24 : 0 }] : [];
  });
  const seen = found.map((name): PlacedName => {
    if (!PLACES.has(name.class)) return { ...name, hex: null };
    const near = board.data.places
      .filter((place) => place.name === name.name)
      .map((place) => board.hex(place.hex))
      .sort((a, b) => (a ? Math.hypot(a.x - name.x, a.y - name.y) : 99) - (b ? Math.hypot(b.x - name.x, b.y - name.y) : 99))[0];
    return { ...name, hex: near?.name ?? null };
  });
  return seen.sort((a, b) => RANK.indexOf(a.class) - RANK.indexOf(b.class));
}

const isPlace = (name: PlacedName): boolean => PLACES.has(name.class);

function fontOf(name: PlacedName, w: number): { font: string; size: number; tracking: number } {
  const type = TYPES[name.class] ?? TYPES['town'] ?? { weight: 600 };
  const [low, high] = type['size-px'] ?? [10, 20];
  const size = type['size-W'] ? Math.max(type['min-px'] ?? 10, type['size-W'] * w) : Math.min(high ?? 20, Math.max(low ?? 10, w * 0.25));
  return { font: `${type.style ?? ''} ${type.weight} ${size.toFixed(1)}px 'Source Serif 4', serif`, size, tracking: (type['tracking-em'] ?? 0) * size };
}

export interface NameStyle {
  theme: Theme;
  ownerAt: (hex: string) => Owner | null;
}

type Box = [number, number, number, number];

/** Draw either the place names or all others; returns nothing drawn twice in one spot. */
export function paintNames(ctx: CanvasRenderingContext2D, camera: Camera, names: PlacedName[], places: boolean, style: NameStyle): void {
  const colours = labelColours(style.theme);
  const taken: Box[] = [];
  const level = levelOf(camera.w);
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  for (const name of names) {
    if (isPlace(name) !== places || name.from > camera.w) continue;
    if (level === 'far' && name.class === 'town') continue;
    if (!isVisible(camera, name.x, name.y, 2)) continue;
    const { font, size, tracking } = fontOf(name, camera.w);
    const words = TYPES[name.class]?.case === 'upper' ? name.name.toUpperCase() : name.name;
    ctx.font = font;
    ctx.letterSpacing = `${tracking.toFixed(2)}px`;
    const width = ctx.measureText(words).width;
    const [x, y] = toScreen(camera, name.x, name.y);
    const left = name.anchor === 'middle' ? x - width / 2 : name.anchor === 'end' ? x - width : x;
    const box: Box = [left - 8, y - size / 2, left + width, y + size / 2];
    if (places && taken.some((other) => other[0] < box[2] && other[2] > box[0] && other[1] < box[3] && other[3] > box[1])) continue;
    taken.push(box);
    const water = name.class.startsWith('river') || name.class === 'sea';
    ctx.save();
    ctx.translate(x, y);
    if (name.angle) ctx.rotate((name.angle * Math.PI) / 180);
    ctx.textAlign = name.anchor === 'middle' ? 'center' : name.anchor;
    ctx.strokeStyle = alpha(colours[water ? 'halo-water' : 'halo'] ?? '#FFFFFF', water ? 0.6 : 0.92);
    ctx.lineWidth = size * 0.26;
    ctx.strokeText(words, 0, 0);
    ctx.fillStyle = colours[water ? 'water' : name.class === 'country' ? 'country' : name.class === 'region' ? 'region' : 'place'] ?? '#222222';
    ctx.fillText(words, 0, 0);
    ctx.restore();
    const owner = name.hex ? style.ownerAt(name.hex) : null;
    if (owner) {
      ctx.textAlign = 'right';
      ctx.letterSpacing = '0px';
      ctx.font = `${(size * 0.85).toFixed(1)}px sans-serif`;
      ctx.lineWidth = size * 0.24;
      ctx.strokeStyle = alpha(colours['halo'] ?? '#FFFFFF', 0.92);
      ctx.strokeText(controlMark(owner), left - 2, y);
      ctx.fillStyle = sideColour(owner, style.theme);
      ctx.fillText(controlMark(owner), left - 2, y);
    }
  }
  ctx.letterSpacing = '0px';
}
