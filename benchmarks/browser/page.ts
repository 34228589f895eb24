/** The page that is measured: the client's own scene beside a naive redraw of the same things. */
import { Board } from '../../web/src/lib/board';
import type { Face } from '../../web/src/lib/face';
import { terrainColours } from '../../web/src/lib/tokens';
import type { BoardData } from '../../web/src/lib/types';
import { toScreen, type Camera } from '../../web/src/map/camera';
import { SIDE } from '../../web/src/map/card';
import { paintFace } from '../../web/src/map/counter';
import { placeNames } from '../../web/src/map/labels';
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
  /** as the page does it when all it had painted is of no use any more */
  anew: Paint;
  naive: Paint;
}

function face(k: number): Face {
  return {
    owner: k % 2 ? 'soviet' : 'axis', card: k % 2 ? 'orange' : 'field-gray', symbol: KINDS[k % KINDS.length] ?? 'infantry', size: 'XX', id: String(k % 400),
    factors: `${(k % 9) + 1}-${(k % 7) + 2}`, steps: [2, 2], reduced: false, untried: false, hidden: false, badges: [],
  };
}

/** The board cut to so many hexes around its middle, with counters on some of them. */
async function stage(hexes: number, counters: number): Promise<Stage> {
  const data = (await (await fetch(`/board.json`)).json()) as BoardData;
  const whole = new Board(data);
  const [left, top, right, bottom] = whole.bounds;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const near = [...whole.hexes].sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y)).slice(0, hexes);
  const kept = new Set(near.map((hex) => hex.name));
  const board = new Board({ ...data, hexes: data.hexes.filter((hex) => kept.has(hex.name)), sides: data.sides.filter((s) => kept.has(s.a) && kept.has(s.b)), places: data.places.filter((p) => kept.has(p.hex)) });
  const picture = new MapPicture();
  const ground = await TileMap.load(SLUG, 'light', board.planeOffsets, (box) => picture.spoil(box));
  const held = near.filter((_, k) => k % Math.floor((2 * hexes) / counters) === 0); // two to a stack
  const faces = held.map((_, k) => [face(2 * k), face(2 * k + 1)]);
  const camera: Camera = { x, y, w: 40, width: canvas.width, height: canvas.height };
  const scene: Scene = {
    board, camera, theme: 'light', ratio: 1, ground, names: placeNames(board, ground?.names ?? []), showNames: true, showNumbers: true, counterScale: 1,
    stacks: held.map((hex, k) => ({ hex, faces: faces[k] ?? [], count: 2, selected: false, able: false })), owners: ['axis', 'soviet'], control: '',
    front: null, fill: null, targets: [], paths: [], arrows: [], plaques: [], marked: [], selected: null, hover: null, focus: null, moving: null,
  };
  return {
    scene,
    kept: (at) => picture.paint(ctx, { ...scene, camera: at }),
    anew: (at) => picture.paint(ctx, { ...scene, owners: [...scene.owners], camera: at }),
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

/** Frames of several kinds by turns, so that whatever else the machine does hits all of them alike. */
async function pan(kinds: [Stage, 'kept' | 'anew' | 'naive'][], frames: number): Promise<number[][]> {
  const times: number[][] = kinds.map(() => []);
  for (let k = -10; k < frames; k++) {
    for (const [n, [on, way]] of kinds.entries()) {
      const camera = { ...on.scene.camera, x: on.scene.camera.x + Math.sin(k / 9) * 4, y: on.scene.camera.y + Math.cos(k / 7) * 3 };
      const spent = frame(() => on[way](camera));
      if (k >= 0) times[n]?.push(spent);
      await settle(k < 0 ? 60 : 0); // while warming up, tiles that come into sight are loaded
    }
  }
  return times;
}

/** From the request of the board to a picture on the canvas. */
async function first(hexes: number, counters: number, way: 'kept' | 'naive'): Promise<number> {
  const start = performance.now();
  const on = await stage(hexes, counters);
  frame(() => on[way](on.scene.camera));
  return performance.now() - start;
}

Object.assign(window, { stage, pan, first });
