/** The page that is measured: the client's own scene beside a naive redraw of the same things. */
import { Board, type Hex } from '../../web/src/lib/board';
import type { Face } from '../../web/src/lib/face';
import { terrainColours } from '../../web/src/lib/tokens';
import type { BoardInfo } from '../../web/src/lib/types';
import type { Box } from '../../web/src/map/box';
import { toScreen, type Camera } from '../../web/src/map/camera';
import { SIDE } from '../../web/src/map/card';
import { paintFace } from '../../web/src/map/counter';
import { PlainMap } from '../../web/src/map/fallback';
import { placeNames } from '../../web/src/map/lettering';
import { MapPicture } from '../../web/src/map/picture';
import type { Scene } from '../../web/src/map/scene';
import { TileMap } from '../../web/src/map/tiles';

const SLUG = 'fire-in-the-east';
const KINDS = ['infantry', 'armor', 'motorized', 'cavalry', 'artillery', 'mountain', 'engineer'];
const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;

type Paint = (camera: Camera) => void;

interface Stage {
  scene: Scene;
  /** as the page does it */
  kept: Paint;
  /** as the page does it when nothing that it has painted is of use any more */
  anew: Paint;
  naive: Paint;
}

function face(k: number): Face {
  return {
    owner: k % 2 ? 'soviet' : 'axis', card: k % 2 ? 'orange' : 'field-gray', symbol: KINDS[k % KINDS.length] ?? 'infantry', size: 'XX', id: String(k % 400),
    factors: `${(k % 9) + 1}-${(k % 7) + 2}`, steps: [2, 2], reduced: false, untried: false, hidden: false, badges: [],
  };
}

const far = (board: Board): ((hex: Hex) => number) => {
  const [left, top, right, bottom] = board.bounds;
  return (hex) => Math.hypot(hex.x - (left + right) / 2, hex.y - (top + bottom) / 2);
};

/** The board, cut to so many hexes around its middle if it has more. */
async function fetchBoard(hexes: number): Promise<Board> {
  const data = (await (await fetch(`/board.json`)).json()) as BoardInfo;
  const whole = new Board(data);
  if (whole.hexes.length <= hexes) return whole;
  const away = far(whole);
  const kept = new Set([...whole.hexes].sort((a, b) => away(a) - away(b)).slice(0, hexes).map((hex) => hex.name));
  return new Board({ ...data, hexes: data.hexes.filter((hex) => kept.has(hex.name)), sides: data.sides.filter((s) => kept.has(s.a) && kept.has(s.b)), places: data.places.filter((p) => kept.has(p.hex)) });
}

/** The middle of a board with counters on some of its hexes, two to a stack, on the plain map that the page begins with. */
function sceneOf(board: Board, counters: number): Scene {
  const [left, top, right, bottom] = board.bounds;
  const away = far(board);
  const held = [...board.hexes].sort((a, b) => away(a) - away(b)).filter((_, k) => k % Math.floor((2 * board.hexes.length) / counters) === 0);
  const camera: Camera = { x: (left + right) / 2, y: (top + bottom) / 2, w: 40, width: canvas.width, height: canvas.height };
  return {
    board, camera, theme: 'light', ratio: 1, ground: new PlainMap(board, 'light'), names: placeNames(board, []), showNames: true, showNumbers: true, counterScale: 1,
    stacks: held.map((hex, k) => ({ hex, faces: [face(2 * k), face(2 * k + 1)], count: 2, selected: false, able: false })), owners: ['axis', 'soviet'], control: '',
    front: null, fill: null, targets: [], paths: [], rings: [], arrows: [], trails: [], plaques: [], markers: [], marked: [], selected: null, hover: null, focus: null, pointed: null, moving: null,
  };
}

/** The same with the art of the map. */
async function withArt(scene: Scene, arrived: (box: Box) => void): Promise<Scene> {
  const ground = await TileMap.load(SLUG, 'light', scene.board.planeOffsets, arrived, new PlainMap(scene.board, 'light'));
  return { ...scene, ground, names: placeNames(scene.board, ground?.names ?? []) };
}

async function stage(hexes: number, counters: number): Promise<Stage> {
  const picture = new MapPicture();
  const scene = await withArt(sceneOf(await fetchBoard(hexes), counters), (box) => picture.spoil(box));
  return {
    scene,
    kept: (at) => void picture.paint(ctx, { ...scene, camera: at }),
    anew: (at) => void picture.paint(ctx, { ...scene, owners: [...scene.owners], camera: at }),
    naive: (at) => paintNaively(scene, at),
  };
}

/** Everything on the board, hex by hex and counter by counter, anew in every frame. */
function paintNaively(scene: Scene, camera: Camera): void {
  const colours = terrainColours('light');
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = '#E4DCC8';
  ctx.fillRect(0, 0, camera.width, camera.height);
  const scale = camera.w;
  ctx.setTransform(scale, 0, 0, scale, camera.width / 2 - camera.x * scale, camera.height / 2 - camera.y * scale);
  const [first, reach] = scene.board.data.stagger === 'columns' ? [0, 1 / Math.sqrt(3)] : [30, 1 / Math.sqrt(3)];
  const corners = [0, 1, 2, 3, 4, 5].map((k) => [Math.cos(((first + 60 * k) * Math.PI) / 180) * reach, Math.sin(((first + 60 * k) * Math.PI) / 180) * reach] as const);
  ctx.font = '500 0.19px sans-serif';
  ctx.textAlign = 'center';
  for (const hex of scene.board.hexes) {
    ctx.beginPath();
    for (const [dx, dy] of corners) ctx.lineTo(hex.x + dx, hex.y + dy);
    ctx.closePath();
    ctx.fillStyle = String(colours[hex.terrain]?.['fill'] ?? '#EEE6D0');
    ctx.fill();
    ctx.strokeStyle = '#00000033';
    ctx.lineWidth = 0.02;
    ctx.stroke();
    ctx.fillStyle = '#555555';
    ctx.fillText(hex.name, hex.x, hex.y - 0.36);
  }
  ctx.strokeStyle = '#4F86A8';
  ctx.lineWidth = 0.08;
  for (const side of scene.board.data.sides) {
    const [a, b] = [scene.board.hex(side.a), scene.board.hex(side.b)];
    if (!a || !b) continue;
    const [mx, my, nx, ny] = [(a.x + b.x) / 2, (a.y + b.y) / 2, (a.y - b.y) * 0.29, (b.x - a.x) * 0.29];
    ctx.beginPath();
    ctx.moveTo(mx - nx, my - ny);
    ctx.lineTo(mx + nx, my + ny);
    ctx.stroke();
  }
  ctx.fillStyle = '#222222';
  ctx.font = '600 0.3px sans-serif';
  for (const place of scene.board.data.places) {
    const hex = scene.board.hex(place.hex);
    if (hex) ctx.fillText(place.name, hex.x, hex.y + 0.4);
  }
  const side = camera.w * 0.7;
  for (const stack of scene.stacks) {
    const [px, py] = toScreen(camera, stack.hex.x, stack.hex.y);
    stack.faces.toReversed().forEach((one, k) => {
      ctx.setTransform(side / SIDE, 0, 0, side / SIDE, px - side / 2 + 3 * k, py - side / 2 + 3 * k);
      paintFace(ctx, one, 'light', 'middle');
    });
  }
}

/** Paint and wait until the picture is really there. */
function frame(paint: () => void): number {
  const start = performance.now();
  paint();
  ctx.getImageData(0, 0, 1, 1);
  return performance.now() - start;
}

const settle = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Frames of several kinds by turns, there and back, so that neither what else the machine does nor what a frame leaves behind favours one. */
async function pan(kinds: [Stage, 'kept' | 'anew' | 'naive'][], frames: number): Promise<number[][]> {
  const times: number[][] = kinds.map(() => []);
  for (let k = -10; k < frames; k++) {
    const turns = [...kinds.entries()];
    for (const [n, [on, way]] of k % 2 ? turns.toReversed() : turns) {
      // southwards at 18 pixels per frame, a little to and fro: every frame brings something new into sight
      const camera = { ...on.scene.camera, x: on.scene.camera.x + Math.sin(k / 9) * 2, y: on.scene.camera.y + (k - frames / 4) * 0.45 };
      const spent = frame(() => on[way](camera));
      if (k >= 0) times[n]?.push(spent);
      await settle(k < 0 ? 60 : 0); // while warming up, tiles that come into sight are loaded
    }
  }
  return times;
}

/** From the request of the board to a picture on the canvas. */
async function first(hexes: number, counters: number, naive: boolean): Promise<number> {
  const start = performance.now();
  const scene = sceneOf(await fetchBoard(hexes), counters);
  frame(() => (naive ? paintNaively(scene, scene.camera) : void new MapPicture().paint(ctx, scene)));
  return performance.now() - start;
}

/** From the request of the board to a picture with all its tiles. */
async function complete(hexes: number, counters: number): Promise<number> {
  const start = performance.now();
  const picture = new MapPicture();
  let arrivals = 0;
  const scene = await withArt(sceneOf(await fetchBoard(hexes), counters), (box) => (picture.spoil(box), (arrivals += 1)));
  let done = start;
  for (let quiet = 0, shown = -1; quiet < 30; quiet++) {
    if (arrivals !== shown) {
      [shown, quiet] = [arrivals, 0];
      frame(() => void picture.paint(ctx, scene));
      done = performance.now();
    }
    await settle(4);
  }
  return done - start;
}

Object.assign(window, { stage, pan, first, complete });
