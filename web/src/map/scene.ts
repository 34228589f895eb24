/** The whole table painted in one pass, in the order of the style guide. */
import type { Board, Hex } from '../lib/board';
import type { Face } from '../lib/face';
import type { Owner } from '../lib/sides';
import { interfaceColours, terrainColours, type Theme } from '../lib/tokens';
import { isVisible, toScreen, type Camera } from './camera';
import { paintNames, type PlacedName } from './labels';
import { paintArrow, paintPath, paintPlaque, paintRings, paintTargets } from './marks';
import { paintFill, paintFront, paintReachNumbers, type Fill, type Front } from './overlay';
import { paintFaces, paintStack } from './stack';

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

export interface Scene {
  board: Board;
  camera: Camera;
  theme: Theme;
  ratio: number;
  ground: { draw: (ctx: CanvasRenderingContext2D, camera: Camera, ratio: number) => void } | null;
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
  paths: { hexes: Hex[]; style: 'path' | 'supply' | 'move' | 'plan' }[];
  arrows: SceneArrow[];
  plaques: { hex: Hex; text: string; tone: 'amber' | 'threat' }[];
  marked: Hex[];
  selected: Hex | null;
  hover: Hex | null;
  focus: Hex | null;
  moving: { faces: Face[]; x: number; y: number } | null;
}

export function paintScene(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { camera, theme, board, ratio } = scene;
  const plane = (): void => {
    const scale = camera.w * ratio;
    ctx.setTransform(scale, 0, 0, scale, (camera.width / 2) * ratio - camera.x * scale, (camera.height / 2) * ratio - camera.y * scale);
  };
  const screen = (): void => ctx.setTransform(ratio, 0, 0, ratio, 0, 0);

  screen();
  ctx.fillStyle = String(terrainColours(theme)['void']?.['fill'] ?? '#E4DCC8');
  ctx.fillRect(0, 0, camera.width, camera.height);
  scene.ground?.draw(ctx, camera, ratio);

  plane();
  if (scene.fill) paintFill(ctx, board, scene.fill, scene.owners, theme, camera.w);
  if (scene.showNumbers && camera.w >= 26 && camera.w < 60) paintNumbers(ctx, scene);

  screen();
  const style = { theme, ownerAt: (hex: string) => ownerAt(scene, hex) };
  if (scene.showNames) paintNames(ctx, camera, scene.names, false, style);

  plane();
  if (scene.front) paintFront(ctx, scene.front, scene.owners, theme, camera.w);
  if (scene.targets.length) paintTargets(ctx, scene);

  screen();
  for (const stack of scene.stacks) paintStack(ctx, scene, stack);
  if (scene.showNames) paintNames(ctx, camera, scene.names, true, style);

  plane();
  if (scene.fill?.kind === 'reach') {
    const full = new Set(scene.stacks.map((stack) => stack.hex.name));
    paintReachNumbers(ctx, board, scene.fill, theme, camera.w, (hex) => full.has(hex));
  }
  for (const path of scene.paths) paintPath(ctx, scene, path.hexes, path.style);
  for (const one of scene.arrows) paintArrow(ctx, scene, one);
  paintRings(ctx, scene);
  screen();
  for (const plaque of scene.plaques) paintPlaque(ctx, scene, plaque);
  if (scene.moving) {
    const { faces, x, y } = scene.moving;
    paintFaces(ctx, scene, faces, faces.length, ...toScreen(camera, x, y), false, true);
  }
}

function ownerAt(scene: Scene, hex: string): Owner | null {
  const index = scene.board.hex(hex)?.index;
  if (index === undefined) return null;
  const side = '.abcdefgh'.indexOf(scene.control[index] ?? '.') - 1;
  return side >= 0 ? (scene.owners[side] ?? null) : null;
}

function paintNumbers(ctx: CanvasRenderingContext2D, scene: Scene): void {
  ctx.font = "500 0.19px 'Sofia Sans Condensed', sans-serif";
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = interfaceColours(scene.theme)['ink2'] ?? '#555555';
  for (const hex of scene.board.hexes) if (isVisible(scene.camera, hex.x, hex.y, 0.5)) ctx.fillText(hex.name, hex.x, hex.y - 0.41);
}
