/** A page for e2e/picture.test.mjs: a made-up table that changes at random while its picture is kept. */
import { Board } from '../src/lib/board';
import type { Face } from '../src/lib/face';
import type { BoardInfo } from '../src/lib/types';
import { confine, windowOf, zoomAt, type Camera } from '../src/map/camera';
import { PlainMap } from '../src/map/fallback';
import { placeNames, type PlacedName } from '../src/map/lettering';
import { frontOf } from '../src/map/overlay';
import { MapPicture } from '../src/map/picture';
import { paintKept, paintLive, type Ground, type Scene } from '../src/map/scene';
import { TileMap } from '../src/map/tiles';

const [COLUMNS, ROWS] = [48, 36];
const [WIDTH, HEIGHT] = [700, 500];

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function dice(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const roll = dice(1941);
const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T;
const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => roll() < share);

function madeUp(): BoardInfo {
  const corner = (k: number): [number, number] => [Math.cos(((60 * k - 120) * Math.PI) / 180) / Math.sqrt(3), Math.sin(((60 * k - 120) * Math.PI) / 180) / Math.sqrt(3)];
  const hexes = Array.from({ length: COLUMNS * ROWS }, (_, k) => {
    const [column, row] = [k % COLUMNS, Math.floor(k / COLUMNS)];
    return { name: `${column + 10}${row + 10}`, x: column * Math.sqrt(0.75), y: row + (column % 2) / 2, terrain: pick(['clear', 'forest', 'marsh', 'city']), features: [], provenance: 'derived', note: '' };
  });
  const places = some(hexes, 0.1).map((hex, k) => ({ hex: hex.name, kind: k % 3 ? 'town' : 'city', name: `Selo ${k} Krasnoye`, tags: [], provenance: 'derived' }));
  const sides = hexes.slice(COLUMNS).flatMap((hex, k) => (k % 5 ? [] : [{ a: hex.name, b: hexes[k]?.name ?? '', kind: 'river', name: '', provenance: 'derived' }]));
  const grounds = { clear: 'clear', forest: 'forest', marsh: 'marsh', city: 'city' };
  const lines = { river: { across: false, colour: 'river' } };
  return { name: 'made-up', title: 'Made up', stagger: 'columns', corners: [0, 1, 2, 3, 4, 5].map(corner), hexes, sides, places, areas: {}, boxes: [], grounds, lines, bounds: [0, 0, 1, 1], kilometres: {} };
}

function face(): Face {
  return {
    owner: pick(['axis', 'soviet']), card: pick(['field-gray', 'tan', 'white']), symbol: pick(['infantry', 'armor', 'cavalry']), size: 'XX', id: String(Math.floor(roll() * 400)),
    factors: `${Math.floor(roll() * 9)}-${Math.floor(roll() * 9)}`, steps: pick([null, [1, 2]]), reduced: roll() < 0.2, untried: false, hidden: roll() < 0.1, badges: some(['moved', 'oos', 'halved'], 0.2),
  };
}

const board = new Board(madeUp());
const hexes = board.hexes;
const control = (): string => hexes.map((hex) => (Math.sin(hex.x / 5) * 6 + 18 + roll() * 2 > hex.y ? 'a' : 'b')).join('');
const stack = (): Scene['stacks'][number] => {
  const faces = Array.from({ length: 1 + Math.floor(roll() * 5) }, face);
  return { hex: pick(hexes), faces, count: faces.length, selected: roll() < 0.1, able: false };
};
const sorted = (stacks: Scene['stacks']): Scene['stacks'] =>
  [...new Map(stacks.map((one) => [one.hex, one])).values()].sort((a, b) => a.hex.y - b.hex.y || a.hex.x - b.hex.x);

const names: PlacedName[] = placeNames(board, []).concat(
  some(hexes, 0.01).map((hex, k) => ({ name: `Great river ${k}`, x: hex.x, y: hex.y, class: k % 2 ? 'river' : 'country', anchor: 'middle', from: 0, angle: k % 2 ? 37 : 0, hex: null, map: board.bounds })),
);

type Change = (scene: Scene) => Partial<Scene>;
const look = (change: (camera: Camera) => Camera): Change => (scene) => ({ camera: confine(change(scene.camera), board.bounds) });
const panned = (most: number): Change => look((camera) => ({ ...camera, x: camera.x + ((roll() - 0.5) * most) / camera.w, y: camera.y + ((roll() - 0.5) * most) / camera.w }));
const near = (share: number): string[] => some(hexes, share).map((hex) => hex.name);

const CHANGES: Record<string, Change> = {
  nudge: panned(60), drag: panned(400), leap: panned(1600), fling: panned(150), creep: panned(3),
  zoom: look((camera) => zoomAt(camera, Math.exp((roll() - 0.5) * 0.8), roll() * WIDTH, roll() * HEIGHT)),
  window: look((camera) => ({ ...camera, width: WIDTH - Math.floor(roll() * 3) * 40, height: HEIGHT - Math.floor(roll() * 3) * 30 })),
  hover: (scene) => ({ hover: roll() < 0.7 ? pick(scene.stacks).hex : null }),
  mark: () => ({ selected: pick(hexes), focus: pick(hexes), marked: some(hexes, 0.01) }),
  move: (scene) => ({ stacks: sorted([...scene.stacks.filter(() => roll() < 0.97), stack(), stack()]) }),
  wear: (scene) => ({ stacks: scene.stacks.map((one) => (roll() < 0.05 ? { ...one, faces: [face(), ...one.faces.slice(1)], selected: roll() < 0.5 } : one)) }),
  take: () => {
    const held = control();
    return { control: held, front: frontOf(board, held) };
  },
  front: (scene) => ({ front: scene.front ? null : frontOf(board, scene.control) }),
  reach: () => ({ fill: { kind: 'reach', hexes: new Map(near(0.4).map((name) => [name, pick([undefined, 0, 1, 2, 3])])) } }),
  held: (scene) => ({ fill: { kind: 'control', control: scene.control } }),
  supply: (scene) => ({ fill: { kind: 'supply', control: scene.control, networks: new Map([[0, new Set(near(0.5))], [1, new Set(near(0.5))]]), lines: new Map() } }),
  bare: () => ({ fill: null, targets: [], paths: [], arrows: [], trails: [], moving: null }),
  aim: () => ({ targets: some(hexes, 0.03), paths: [{ hexes: some(hexes, 0.005), style: 'path' }], arrows: [{ from: [pick(hexes).x, 9], to: [pick(hexes).x, 12], style: 'planned' }] }),
  travel: () => ({ moving: { faces: [face(), face()], x: pick(hexes).x + roll(), y: pick(hexes).y + roll() } }),
  labels: (scene) => ({ showNames: !scene.showNames }),
  numbers: (scene) => ({ showNumbers: !scene.showNumbers }),
  size: () => ({ counterScale: pick([0.6, 1, 1.5]) }),
  theme: (scene) => ({ theme: scene.theme === 'light' ? 'dark' : 'light' }),
  ratio: () => ({ ratio: pick([1, 1.5, 2]) }),
  ground: (scene) => ({ ground: scene.ground === plain ? tiles : plain }),
};

const picture = new MapPicture();
const plain: Ground = new PlainMap(board, 'light');
const tiles = await TileMap.load('made-up', 'light', board.planeOffsets, (box) => picture.spoil(box), plain);

const blank = (): CanvasRenderingContext2D => document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;

/** What a canvas as large as the window shows after painting. */
function pixels(ctx: CanvasRenderingContext2D, scene: Scene, paint: () => boolean | void): Uint8ClampedArray {
  const [width, height] = [Math.round(scene.camera.width * scene.ratio), Math.round(scene.camera.height * scene.ratio)];
  if (ctx.canvas.width !== width) ctx.canvas.width = width;
  if (ctx.canvas.height !== height) ctx.canvas.height = height;
  while (paint());
  return ctx.getImageData(0, 0, width, height).data;
}

/** The share of the pixels that differ by more than a shade that nobody sees. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray, shade: number): number {
  let found = 0;
  for (let k = 0; k < a.length; k += 4) if ([0, 1, 2].some((c) => Math.abs((a[k + c] ?? 0) - (b[k + c] ?? 0)) > shade)) found += 1;
  return found / (a.length / 4);
}

interface Finding {
  step: string;
  /** against the same picture painted afresh: nothing may differ */
  afresh: number;
  /** against the window painted in one go, without panes: edges are smoothed by a hair differently */
  whole: number;
}

async function compare(steps: number): Promise<Finding[]> {
  const held = control();
  let scene: Scene = {
    board, camera: { x: 20, y: 18, w: 34, width: WIDTH, height: HEIGHT }, theme: 'light', ratio: 1, ground: tiles, names, showNames: true, showNumbers: false, counterScale: 1,
    stacks: sorted(Array.from({ length: 300 }, stack)), owners: ['axis', 'soviet'], control: held, front: frontOf(board, held), fill: null,
    targets: [], paths: [], rings: [], arrows: [], trails: [], plaques: [], markers: [], marked: [], selected: null, hover: null, focus: null, pointed: null, moving: null,
  };
  const findings: Finding[] = [];
  const table = blank();
  for (let k = 0; k < steps; k++) {
    // half of the steps are pans, as at a table
    const step = roll() < 0.5 ? pick(['nudge', 'drag', 'fling', 'creep']) : pick(Object.keys(CHANGES));
    scene = { ...scene, ...CHANGES[step]?.(scene) };
    const [other, once] = [new MapPicture(), blank()];
    const kept = pixels(table, scene, () => picture.paint(table, scene));
    const afresh = pixels(once, scene, () => other.paint(once, scene));
    const whole = pixels(once, scene, () => {
      paintKept(once, scene, windowOf(scene.camera, scene.ratio));
      paintLive(once, scene);
    });
    findings.push({ step: `${k} ${step}`, afresh: difference(kept, afresh, 0), whole: difference(kept, whole, 24) });
    await new Promise((done) => setTimeout(done, 5)); // tiles may arrive
  }
  return findings;
}

Object.assign(window, { compare });
