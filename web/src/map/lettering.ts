/** Where the names of the map stand. A place is named where the map says, or, if counters lie there, close by. */
import type { Board, Hex } from '../lib/board';
import { tokens } from '../lib/tokens';
import { bitmapEdition } from './bitmaps';
import { around, grow, planeOf, touches, type Box } from './box';
import { levelOf, snap } from './camera';
import { Grid } from './grid';
import type { Scene, SceneStack } from './scene';
import { stackSide } from './stack';
import { widthOf, type Type } from './stamp';
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
  /** where the place lies that it names */
  hex: Hex | null;
  /** the map it stands on, in hexes: no name runs over its edge */
  map: Box;
}

export const isPlace = (name: MapName): boolean => PLACES.has(name.class);

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
    const map = mapAt(board, name);
    if (!isPlace(name)) return { ...name, hex: null, map };
    const near = (called.get(name.name) ?? []).sort((a, b) => Math.hypot(a.x - name.x, a.y - name.y) - Math.hypot(b.x - name.x, b.y - name.y))[0];
    return { ...name, hex: near ?? null, map };
  });
  return seen.sort((a, b) => RANK.indexOf(a.class) - RANK.indexOf(b.class));
}

/** The map of a board that a spot lies on, or lies nearest to. */
function mapAt(board: Board, { x, y }: { x: number; y: number }): Box {
  const away = ([left, top, right, bottom]: Box): number => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return board.planes.map(({ bounds }): Box => bounds).reduce((a, b) => (away(b) < away(a) ? b : a), board.planes[0]?.bounds ?? board.bounds);
}

/** Size and tracking in device pixels. */
function typeOf(name: PlacedName, w: number, ratio: number): Type {
  const look = LOOKS[name.class] ?? LOOKS['town'] ?? { weight: 600 };
  const [low, high] = look['size-px'] ?? [10, 20];
  const wanted = look['size-W'] ? Math.max(look['min-px'] ?? 10, look['size-W'] * w) : Math.min(high ?? 20, Math.max(low ?? 10, w * 0.25));
  const size = Math.round(wanted * ratio * 10) / 10;
  return { family: "'Source Serif 4', serif", cut: `${look.style ?? ''} ${look.weight}`, size, tracking: (look['tracking-em'] ?? 0) * size };
}

/** A name where it stands at one zoom; pixels are those of the device, from the origin of the plane. */
export interface SetName {
  name: PlacedName;
  words: string;
  type: Type;
  x: number;
  y: number;
  anchor: MapName['anchor'];
  /** where its words begin */
  left: number;
  /** all it may cover, in hexes */
  box: Box;
}

interface Setting {
  key: string;
  names: SetName[];
  grid: Grid<SetName>;
}

/** What names depend on: the zoom, and the counters that lie on the map. */
export type Lettered = Pick<Scene, 'names' | 'stacks' | 'camera' | 'ratio' | 'counterScale'>;

const settings = new WeakMap<PlacedName[], Setting[]>();
const occupied = new WeakMap<SceneStack[], string>();

function occupiedBy(stacks: SceneStack[]): string {
  const known = occupied.get(stacks) ?? stacks.map(({ hex, faces }) => `${hex.name}.${faces.length}`).join(' ');
  occupied.set(stacks, known);
  return known;
}

/** Names set for a zoom: which there is room for depends on all others, never on what happens to be in sight. */
function settingOf(scene: Lettered): Setting {
  const { names, stacks, camera, ratio, counterScale } = scene;
  const key = `${camera.w}|${ratio}|${counterScale}|${bitmapEdition()}|${occupiedBy(stacks)}`;
  const known = settings.get(names) ?? [];
  let setting = known.find((one) => one.key === key);
  if (!setting) {
    const set = setNames(scene);
    setting = { key, names: set, grid: new Grid(set, (one) => one.box) };
    settings.set(names, [setting, ...known.slice(0, 1)]); // the one before is still compared with
  }
  return setting;
}

type Spot = Pick<MapName, 'x' | 'y' | 'anchor'>;

/** Where else a place may be named: right, left, below or above of a counter that stands there. */
function spotsAround(hex: Hex, half: number, height: number): Spot[] {
  const [aside, away] = [half + height, half + 0.6 * height];
  return [
    { x: hex.x + aside, y: hex.y, anchor: 'start' }, { x: hex.x - half, y: hex.y, anchor: 'end' },
    { x: hex.x, y: hex.y + away, anchor: 'middle' }, { x: hex.x, y: hex.y - away, anchor: 'middle' },
  ];
}

const area = ([left, top, right, bottom]: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);
const overlap = (a: Box, b: Box): number => area([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]);

/** The share of a name that counters may lie under before another spot is tried. */
const TOLERABLE = 0.1;

/** A name that could stand somewhere: the room it takes, and the share of it that hides counters. */
interface Trial {
  set: SetName;
  room: Box;
  hides: number;
  /** how far it had to be moved from where it was wanted to stay on its map, in pixels */
  pushed: number;
}

/** How far a stretch must move to lie between two edges; not at all where it is too long. */
const inside = (from: number, to: number, low: number, high: number): number => (to - from > high - low ? 0 : Math.max(0, low - from) - Math.max(0, to - high));

function setNames({ names, stacks, camera: { w }, ratio, counterScale }: Lettered): SetName[] {
  const scale = w * ratio;
  const halfOf = (cards: number): number => stackSide(cards, w, counterScale) / w / 2;
  const boxOf = ({ hex, faces }: SceneStack): Box => around(hex, halfOf(faces.length));
  const counters = new Grid(stacks, boxOf);
  const cards = new Map(stacks.map(({ hex, faces }) => [hex, faces.length]));

  const tryAt = (name: PlacedName, type: Type, spot: Spot): Trial => {
    const words = LOOKS[name.class]?.case === 'upper' ? name.name.toUpperCase() : name.name;
    const width = widthOf(words, type);
    const begins = (x: number): number => (spot.anchor === 'middle' ? x - width / 2 : spot.anchor === 'end' ? x - width : x);
    const [wantedX, wantedY] = [snap(spot.x * scale), snap(spot.y * scale)];
    const edge = name.map.map((side) => side * scale) as unknown as Box;
    const dx = name.angle ? 0 : Math.round(inside(begins(wantedX) - 8 * ratio, begins(wantedX) + width, edge[0], edge[2]));
    const dy = name.angle ? 0 : Math.round(inside(wantedY - type.size / 2, wantedY + type.size / 2, edge[1], edge[3]));
    const [x, y] = [wantedX + dx, wantedY + dy];
    const left = begins(x);
    const room: Box = [left - 8 * ratio, y - type.size / 2, left + width, y + type.size / 2];
    const reach = name.angle ? grow([x, y, x, y], width) : room;
    const here = planeOf(room, scale);
    const hidden = isPlace(name) ? counters.within(here).reduce((sum, stack) => sum + overlap(here, boxOf(stack)), 0) : 0;
    return { set: { name, words, type, x, y, anchor: spot.anchor, left, box: planeOf(grow(reach, 2 * type.size), scale) }, room, hides: hidden / area(here), pushed: Math.abs(dx) + Math.abs(dy) };
  };

  const shown = names.filter((name) => name.from <= w && (levelOf(w) !== 'far' || name.class !== 'town'));
  const wanted = shown.map((name) => tryAt(name, typeOf(name, w, ratio), name));
  // of names that matter alike, those that can stand where the map wants them come first
  const later = ({ set, hides }: Trial): number => 2 * RANK.indexOf(set.name.class) + Number(hides > TOLERABLE);
  const taken: Box[] = [];
  // a town is left out where names stand close together; cities are named as long as they fit
  const elbow = ({ room, set }: Trial): Box => (set.name.class === 'town' && levelOf(w) !== 'near' ? grow(room, 0.6 * set.type.size) : room);
  const free = (trial: Trial): boolean => !taken.some((other) => touches(other, elbow(trial)));
  const found = new Map<PlacedName, SetName>();
  for (const first of wanted.sort((a, b) => later(a) - later(b))) {
    const { name, type } = first.set;
    if (!isPlace(name)) {
      found.set(name, first.set);
      continue;
    }
    const there = free(first);
    let best = there ? first : undefined;
    // at the edge of the map a place is named on its other side, rather than by words pushed over it
    const astray = first.pushed > type.size;
    if (name.hex && (astray || (there ? first.hides > TOLERABLE : cards.has(name.hex))))
      for (const spot of spotsAround(name.hex, halfOf(cards.get(name.hex) ?? 1), type.size / scale)) {
        const other = tryAt(name, type, spot);
        if (free(other) && (!best || (best.pushed > type.size && !other.pushed) || (other.hides < best.hides && other.pushed <= best.pushed))) best = other;
      }
    const hidden = best && name.class === 'town' && levelOf(w) !== 'near' && best.hides > TOLERABLE;
    if (!best || hidden) continue;
    taken.push(best.room);
    found.set(name, best.set);
  }
  // painted in one order always: where halos meet, the picture must not depend on the counters
  return shown.flatMap((name) => found.get(name) ?? []);
}

/** The names that touch a box of the plane. */
export const namesIn = (scene: Lettered, box: Box): SetName[] => settingOf(scene).grid.within(box);

/** The parts of the map that the names of some places cover. */
export const nameBoxes = (scene: Lettered, hexes: ReadonlySet<Hex>): Box[] =>
  settingOf(scene).names.filter(({ name }) => name.hex && hexes.has(name.hex)).map((one) => one.box);

/** The parts of the map where a name has come or gone because counters have. */
export function movedNames(before: Lettered, now: Lettered): Box[] {
  if (before.stacks === now.stacks || occupiedBy(before.stacks) === occupiedBy(now.stacks)) return [];
  const old = new Map(settingOf(before).names.map((one) => [one.name, one]));
  const moved: SetName[] = [];
  for (const one of settingOf(now).names) {
    const known = old.get(one.name);
    if (known?.x === one.x && known.y === one.y && known.anchor === one.anchor) old.delete(one.name);
    else moved.push(one);
  }
  return [...moved, ...old.values()].map((one) => one.box);
}
