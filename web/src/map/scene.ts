/** What is on the table and in which order it is painted: that of the style guide. */
import type { Board, Hex } from '../lib/board';
import type { Face } from '../lib/face';
import type { Owner } from '../lib/sides';
import { interfaceColours, terrainColours, type Theme } from '../lib/tokens';
import { around, grow, planeOf, type Box } from './box';
import { cameraOn, toScreen, windowOf, type Camera } from './camera';
import { paintFrame } from './frame';
import { hexesIn } from './geometry';
import { gridOf } from './grid';
import { paintNames } from './labels';
import type { PlacedName } from './lettering';
import { paintArrow, paintLegs, paintMarker, paintPath, paintPlaque, paintPointer, paintRanges, paintRingName, paintRings, paintTargets, paintTrails } from './marks';
import { paintFill, paintFront, paintReachNumbers, type Fill, type Front } from './overlay';
import { paintFaces, paintStack, stackReach } from './stack';

/** The map without anything on it: a patch of device pixels, on a canvas that begins at its corner. */
export interface Ground {
  draw: (ctx: CanvasRenderingContext2D, patch: Box, scale: number) => void;
  /** the same quickly, however coarse */
  sketch: (ctx: CanvasRenderingContext2D, patch: Box, scale: number) => void;
}

export interface SceneStack {
  hex: Hex;
  /** top first */
  faces: Face[];
  count: number;
  selected: boolean;
  able: boolean;
}

export interface SceneArrow {
  from: [number, number];
  to: [number, number];
  style: 'planned' | 'attack' | 'move' | 'retreat';
  owner?: Owner;
}

export interface Trail {
  hexes: Hex[];
  owner: Owner;
  retreat: boolean;
}

/** Counters on their way. */
export interface Travel {
  units: ReadonlySet<string>;
  faces: Face[];
  x: number;
  y: number;
}

export interface Scene {
  board: Board;
  camera: Camera;
  theme: Theme;
  ratio: number;
  ground: Ground | null;
  names: PlacedName[];
  showNames: boolean;
  showNumbers: boolean;
  counterScale: number;
  stacks: SceneStack[];
  owners: Owner[];
  control: string;
  front: Front | null;
  fill: Fill | null;
  targets: Hex[];
  paths: { hexes: Hex[]; style: 'path' | 'supply' | 'move' | 'plan' | 'mission' | 'flight' }[];
  /** ranges and zones: everything within so many hexes of one */
  rings: { hex: Hex; hexes: number; own: boolean; text: string }[];
  arrows: SceneArrow[];
  /** ways that have been gone, thin and under the counters */
  trails: Trail[];
  plaques: { hex: Hex; text: string; tone: 'amber' | 'threat' | 'pill' | 'air' | 'field' | 'odds'; small?: boolean }[];
  /** formations from afar, with legs to the stacks that stand apart */
  markers: { x: number; y: number; legs: { x: number; y: number }[]; text: string; owner: Owner; lit: boolean }[];
  marked: Hex[];
  selected: Hex | null;
  hover: Hex | null;
  focus: Hex | null;
  /** what the lesson speaks of: ringed, with a line to the dock */
  pointed: Hex | null;
  moving: Pick<Travel, 'faces' | 'x' | 'y'> | null;
}

/** What is kept from frame to frame, of one patch of device pixels, on a canvas that begins at its corner. */
export function paintKept(ctx: CanvasRenderingContext2D, whole: Scene, patch: Box): void {
  const { theme, board, ratio, camera: { w } } = whole;
  const scene = { ...whole, camera: cameraOn(patch, w, ratio) };
  const scale = w * ratio;
  const sight = planeOf(patch, scale);
  const pixels = (): void => ctx.setTransform(1, 0, 0, 1, 0, 0);
  const plane = (): void => ctx.setTransform(scale, 0, 0, scale, -patch[0], -patch[1]);

  ctx.save();
  pixels();
  paintDesk(ctx, theme, patch);
  scene.ground?.draw(ctx, patch, scale);

  plane();
  if (scene.fill) paintFill(ctx, board, scene.fill, scene.owners, theme, w, sight);
  if (scene.showNumbers && w >= 26 && w < 60) paintNumbers(ctx, scene, sight);

  pixels();
  const style = { theme, ownerAt: (hex: Hex) => ownerAt(scene, hex) };
  if (scene.showNames) paintNames(ctx, scene, false, patch, style);

  plane();
  if (scene.front) paintFront(ctx, scene.front, scene.owners, theme, w, sight);
  paintTrails(ctx, scene);
  paintTargets(ctx, scene, sight);

  pixels();
  const stacks = gridOf(scene.stacks, ({ hex }) => around(hex, 0)).within(grow(sight, stackReach(w, scene.counterScale)));
  for (const stack of stacks) paintStack(ctx, scene, stack);
  if (scene.showNames) paintNames(ctx, scene, true, patch, style);

  plane();
  if (scene.fill?.kind === 'reach') {
    const full = new Set(stacks.map((stack) => stack.hex.name));
    paintReachNumbers(ctx, board, scene.fill, theme, w, sight, (hex) => full.has(hex));
  }
  ctx.restore();
}

/** The map alone, and only roughly. */
export function paintBackdrop(ctx: CanvasRenderingContext2D, scene: Scene, patch: Box): void {
  paintDesk(ctx, scene.theme, patch);
  scene.ground?.sketch(ctx, patch, scene.camera.w * scene.ratio);
}

function paintDesk(ctx: CanvasRenderingContext2D, theme: Theme, patch: Box): void {
  ctx.fillStyle = String(terrainColours(theme)['void']?.['fill'] ?? '#E4DCC8');
  ctx.fillRect(0, 0, patch[2] - patch[0], patch[3] - patch[1]);
}

/** What lies above the kept picture and changes by itself, over the whole window. */
export function paintLive(ctx: CanvasRenderingContext2D, whole: Scene): void {
  const { ratio, camera: { w } } = whole;
  const patch = windowOf(whole.camera, ratio);
  const scene = { ...whole, camera: cameraOn(patch, w, ratio) };
  ctx.save();
  ctx.setTransform(w * ratio, 0, 0, w * ratio, -patch[0], -patch[1]);
  paintFrame(ctx, scene);
  if (scene.pointed) paintPointer(ctx, scene, scene.pointed, (whole.camera.width * ratio + patch[0]) / (w * ratio), (patch[1] + 60 * ratio) / (w * ratio));
  paintRanges(ctx, scene);
  for (const path of scene.paths) paintPath(ctx, scene, path.hexes, path.style);
  for (const one of scene.arrows) paintArrow(ctx, scene, one);
  paintRings(ctx, scene);
  paintLegs(ctx, scene);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const ring of scene.rings) paintRingName(ctx, scene, ring);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  if (scene.moving) {
    const { faces, x, y } = scene.moving;
    paintFaces(ctx, scene, faces, faces.length, ...toScreen(scene.camera, x, y), false, true);
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const marker of scene.markers) paintMarker(ctx, scene, marker);
  for (const plaque of scene.plaques) paintPlaque(ctx, scene, plaque);
  ctx.restore();
}

function ownerAt(scene: Scene, hex: Hex): Owner | null {
  const side = '.abcdefgh'.indexOf(scene.control[hex.index] ?? '.') - 1;
  return side >= 0 ? (scene.owners[side] ?? null) : null;
}

function paintNumbers(ctx: CanvasRenderingContext2D, scene: Scene, sight: Box): void {
  ctx.font = "500 0.19px 'Sofia Sans Condensed', sans-serif";
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = interfaceColours(scene.theme)['ink2'] ?? '#555555';
  for (const hex of hexesIn(scene.board, sight)) ctx.fillText(hex.name, hex.x, hex.y - 0.41);
}
