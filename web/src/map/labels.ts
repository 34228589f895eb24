/** Names on the map, drawn live because places are named above the counters. */
import type { Board, Hex } from '../lib/board';
import { controlMark, sideColour, type Owner } from '../lib/sides';
import { alpha, labelColours, tokens, type Theme } from '../lib/tokens';
import { bitmapEdition } from './bitmaps';
import { grow, planeOf, touches, type Box } from './box';
import { levelOf, snap } from './camera';
import { Grid } from './grid';
import { stamp, widthOf, type Type } from './stamp';
import type { MapName } from './tiles';

interface Look {
  'size-W'?: number;
  'min-px'?: number;
  'size-px'?: number[];
  weight: number;
  case?: string;
  style?: string;
  'tracking-em'?: number;
}

const LOOKS = tokens.type.map as unknown as Record<string, Look>;
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
  const called = new Map<string, Hex[]>();
  for (const place of board.data.places) {
    const hex = board.hex(place.hex);
    if (hex) called.set(place.name, [...(called.get(place.name) ?? []), hex]);
  }
  const seen = found.map((name): PlacedName => {
    if (!PLACES.has(name.class)) return { ...name, hex: null };
    const near = (called.get(name.name) ?? []).sort((a, b) => Math.hypot(a.x - name.x, a.y - name.y) - Math.hypot(b.x - name.x, b.y - name.y))[0];
    return { ...name, hex: near?.name ?? null };
  });
  return seen.sort((a, b) => RANK.indexOf(a.class) - RANK.indexOf(b.class));
}

const isPlace = (name: PlacedName): boolean => PLACES.has(name.class);

/** Size and tracking in device pixels. */
function typeOf(name: PlacedName, w: number, ratio: number): Type {
  const look = LOOKS[name.class] ?? LOOKS['town'] ?? { weight: 600 };
  const [low, high] = look['size-px'] ?? [10, 20];
  const wanted = look['size-W'] ? Math.max(look['min-px'] ?? 10, look['size-W'] * w) : Math.min(high ?? 20, Math.max(low ?? 10, w * 0.25));
  const size = Math.round(wanted * ratio * 10) / 10;
  return { family: "'Source Serif 4', serif", cut: `${look.style ?? ''} ${look.weight}`, size, tracking: (look['tracking-em'] ?? 0) * size };
}

/** A name where it stands at one zoom; pixels are those of the device, from the origin of the plane. */
interface SetName {
  name: PlacedName;
  words: string;
  type: Type;
  x: number;
  y: number;
  /** where its words begin */
  left: number;
  /** all it may cover, in hexes */
  box: Box;
}

interface Setting {
  zoom: string;
  names: SetName[];
  grid: Grid<SetName>;
}

const settings = new WeakMap<PlacedName[], Setting>();

/** Names set for a zoom: which there is room for depends on all others, never on what happens to be in sight. */
function settingOf(names: PlacedName[], w: number, ratio: number): Setting {
  const zoom = `${w}|${ratio}|${bitmapEdition()}`;
  let setting = settings.get(names);
  if (setting?.zoom !== zoom) {
    const set = setNames(names, w, ratio);
    setting = { zoom, names: set, grid: new Grid(set, (one) => one.box) };
    settings.set(names, setting);
  }
  return setting;
}

function setNames(names: PlacedName[], w: number, ratio: number): SetName[] {
  const taken: Box[] = [];
  const found: SetName[] = [];
  for (const name of names) {
    if (name.from > w || (levelOf(w) === 'far' && name.class === 'town')) continue;
    const type = typeOf(name, w, ratio);
    const words = LOOKS[name.class]?.case === 'upper' ? name.name.toUpperCase() : name.name;
    const width = widthOf(words, type);
    const [x, y] = [snap(name.x * w * ratio), snap(name.y * w * ratio)];
    const left = name.anchor === 'middle' ? x - width / 2 : name.anchor === 'end' ? x - width : x;
    const room: Box = [left - 8 * ratio, y - type.size / 2, left + width, y + type.size / 2];
    if (isPlace(name)) {
      if (taken.some((other) => touches(other, room))) continue;
      taken.push(room);
    }
    const reach = name.angle ? grow([x, y, x, y], width) : room;
    found.push({ name, words, type, x, y, left, box: planeOf(grow(reach, 2 * type.size), w * ratio) });
  }
  return found;
}

/** The parts of the map that the names of some places cover. */
export function nameBoxes(names: PlacedName[], w: number, ratio: number, hexes: ReadonlySet<string>): Box[] {
  return settingOf(names, w, ratio).names.filter(({ name }) => name.hex && hexes.has(name.hex)).map((one) => one.box);
}

export interface NameStyle {
  theme: Theme;
  ownerAt: (hex: string) => Owner | null;
}

/** Paint either the place names or all others; the canvas begins at the upper left pixel of the patch. */
export function paintNames(ctx: CanvasRenderingContext2D, names: PlacedName[], places: boolean, patch: Box, w: number, ratio: number, style: NameStyle): void {
  const colours = labelColours(style.theme);
  for (const { name, words, type, x, y, left } of settingOf(names, w, ratio).grid.within(planeOf(patch, w * ratio))) {
    if (isPlace(name) !== places) continue;
    const water = name.class.startsWith('river') || name.class === 'sea';
    const ink = colours[water ? 'water' : name.class === 'country' ? 'country' : name.class === 'region' ? 'region' : 'place'] ?? '#222222';
    const halo = alpha(colours[water ? 'halo-water' : 'halo'] ?? '#FFFFFF', water ? 0.6 : 0.92);
    const align = name.anchor === 'middle' ? 'center' : name.anchor;
    stamp(ctx, { words, type, ink, halo, edge: type.size * 0.26, align, angle: name.angle ?? 0 }, x - patch[0], y - patch[1]);
    const owner = name.hex ? style.ownerAt(name.hex) : null;
    if (!owner) continue;
    const small: Type = { family: 'sans-serif', cut: '', size: Math.round(type.size * 8.5) / 10, tracking: 0 };
    const mark = { words: controlMark(owner), type: small, ink: sideColour(owner, style.theme), halo: alpha(colours['halo'] ?? '#FFFFFF', 0.92) };
    stamp(ctx, { ...mark, edge: type.size * 0.24, align: 'end', angle: 0 }, snap(left - 2 * ratio) - patch[0], y - patch[1]);
  }
}
