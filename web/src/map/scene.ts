/** The whole table painted in one pass, in the order of the style guide. */
import type { Board, Hex } from '../lib/board';
import { isMobile, type Face } from '../lib/face';
import type { Owner } from '../lib/sides';
import { interfaceColours, overlayColours, terrainColours, tokens, type Theme } from '../lib/tokens';
import { isVisible, levelOf, toScreen, type Camera } from './camera';
import { counterBitmap, MARGIN } from './counter';
import { SIDE, outline } from './card';
import { arrow, hexPath } from './geometry';
import { paintNames, type PlacedName } from './labels';
import { hatch, paintFill, paintFront, paintReachNumbers, type Fill, type Front } from './overlay';

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

export function counterSide(w: number, scale: number): number {
  const share = levelOf(w) === 'near' ? tokens.counter['side-W'] : tokens.counter['side-W-middle'];
  return Math.max(6, w * share * scale);
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
  if (scene.fill) paintFill(ctx, board, scene.fill, scene.control, scene.owners, theme, camera.w);
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

// ------------------------------------------------------------------ counters

function paintStack(ctx: CanvasRenderingContext2D, scene: Scene, stack: SceneStack): void {
  const { camera } = scene;
  if (!isVisible(camera, stack.hex.x, stack.hex.y)) return;
  const [x, y] = toScreen(camera, stack.hex.x, stack.hex.y);
  paintFaces(ctx, scene, stack.faces, stack.count, x, y, stack.selected, scene.hover === stack.hex);
}

function paintFaces(ctx: CanvasRenderingContext2D, scene: Scene, faces: Face[], count: number, x: number, y: number, selected: boolean, lifted: boolean): void {
  const { camera, ratio, theme, counterScale } = scene;
  const level = levelOf(camera.w * Math.min(1.3, counterScale));
  const px = Math.round(counterSide(camera.w, counterScale) * ratio);
  const side = px / ratio;
  const shown = Math.min(level === 'far' ? 2 : tokens.stack['visible-max'], faces.length);
  const step = side * tokens.stack.offset;
  const margin = (MARGIN / SIDE) * side;
  const spread = ((shown - 1) * step) / 2;
  for (let k = shown - 1; k >= 0; k--) {
    const face = faces[k];
    if (!face) continue;
    const bitmap = counterBitmap(k === 0 ? face : { ...face, badges: [] }, px, theme, k === 0 ? level : 'far');
    const left = Math.round((x - side / 2 - spread + k * step) * ratio) / ratio;
    const top = Math.round((y - side / 2 - spread + k * step - (lifted ? 1.5 : 0)) * ratio) / ratio;
    ctx.drawImage(bitmap, left - margin, top - margin, bitmap.width / ratio, bitmap.height / ratio);
    if (k > 0) continue;
    if (level === 'far' && face.symbol && isMobile(face.symbol)) dot(ctx, left + side / 2, top + side / 2, Math.max(1.2, side * 0.13), '#FFFFFF');
    if (selected) ring(ctx, face.owner, left, top, side, interfaceColours(theme)['select'] ?? '#FFB703', interfaceColours(theme)['select-edge'] ?? '#2A1C00', Math.max(2, side * 0.06));
    else if (lifted) ring(ctx, face.owner, left, top, side, '#FFFFFF', '#22252A', 2);
    if (count > 1 && level !== 'far') badge(ctx, left + side, top, String(count), Math.max(5.8, side * 0.142));
  }
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, colour: string): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = colour;
  ctx.fill();
}

function ring(ctx: CanvasRenderingContext2D, owner: Owner, left: number, top: number, side: number, colour: string, edge: string, width: number): void {
  const scale = side / SIDE;
  ctx.save();
  ctx.translate(left, top);
  ctx.scale(scale, scale);
  const path = outline(owner, -width / scale / 2);
  ctx.lineWidth = (width + 2.4) / scale;
  ctx.strokeStyle = edge;
  ctx.stroke(path);
  ctx.lineWidth = width / scale;
  ctx.strokeStyle = colour;
  ctx.stroke(path);
  ctx.restore();
}

function badge(ctx: CanvasRenderingContext2D, x: number, y: number, words: string, r: number): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = tokens.states.count.fill;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = tokens.states.count.ink;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.font = `800 ${(r * 1.6).toFixed(1)}px 'Sofia Sans Condensed', sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(words, x, y + r * 0.08);
}

// ------------------------------------------------------------------ lines over the counters

function paintTargets(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const threat = overlayColours(scene.theme)['threat'] ?? '#A84F00';
  hatch(ctx, scene.board, scene.targets, threat, scene.camera.w, true);
  const rim = hexPath(scene.board, scene.targets, 0.95);
  ctx.strokeStyle = scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.lineWidth = 5.5 / scene.camera.w;
  ctx.stroke(rim);
  ctx.setLineDash([7 / scene.camera.w, 3.5 / scene.camera.w]);
  ctx.strokeStyle = threat;
  ctx.lineWidth = 3 / scene.camera.w;
  ctx.stroke(rim);
  ctx.setLineDash([]);
}

const PATHS = {
  path: { colour: 'move', width: 4, dash: [] as number[], head: true },
  supply: { colour: 'supply-in', width: 4, dash: [0.1, 8], head: false },
  move: { colour: 'move', width: 3, dash: [7, 4], head: true },
  plan: { colour: 'amber', width: 4, dash: [9, 5], head: true },
};

function paintPath(ctx: CanvasRenderingContext2D, scene: Scene, hexes: Hex[], style: keyof typeof PATHS): void {
  if (hexes.length < 2) return;
  const { camera, theme } = scene;
  const look = PATHS[style];
  const colour = look.colour === 'amber' ? '#FFB703' : (overlayColours(theme)[look.colour] ?? '#4338CA');
  const casing = look.colour === 'amber' ? '#2A1C00' : theme === 'light' ? '#FFFDF6' : '#15191B';
  const points = hexes.map((hex): [number, number] => [hex.x, hex.y]);
  const [first, second] = points as [[number, number], [number, number]];
  const length = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
  points[0] = [first[0] + ((second[0] - first[0]) / length) * 0.3, first[1] + ((second[1] - first[1]) / length) * 0.3];
  const line = new Path2D();
  points.forEach(([x, y], k) => (k ? line.lineTo(x, y) : line.moveTo(x, y)));
  ctx.lineJoin = ctx.lineCap = 'round';
  for (const [stroke, width] of [[casing, look.width + 3], [colour, look.width]] as const) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width / camera.w;
    ctx.setLineDash(look.dash.map((part) => part / camera.w));
    ctx.stroke(line);
  }
  ctx.setLineDash([]);
  if (!look.head) return;
  const [bx, by] = points.at(-2) ?? first;
  const [ex, ey] = points.at(-1) ?? second;
  const angle = Math.atan2(ey - by, ex - bx);
  const size = Math.max(0.2, 11 / camera.w);
  const head = new Path2D();
  head.moveTo(ex + Math.cos(angle) * 0.1, ey + Math.sin(angle) * 0.1);
  for (const turn of [2.55, -2.55]) head.lineTo(ex + Math.cos(angle + turn) * size, ey + Math.sin(angle + turn) * size);
  head.closePath();
  ctx.strokeStyle = casing;
  ctx.lineWidth = 2 / camera.w;
  ctx.stroke(head);
  ctx.fillStyle = colour;
  ctx.fill(head);
}

function paintArrow(ctx: CanvasRenderingContext2D, scene: Scene, one: SceneArrow): void {
  const colours = overlayColours(scene.theme);
  const fill = one.style === 'planned' ? '#FFB703' : one.style === 'attack' ? (colours[`attack-${one.owner ?? 'axis'}`] ?? '#3F4B52') : (colours[one.style] ?? '#4338CA');
  const shape = arrow(...one.from, ...one.to);
  ctx.strokeStyle = one.style === 'planned' ? '#2A1C00' : (colours['attack-edge'] ?? '#FFFDF6');
  ctx.lineWidth = Math.max(1.6 / scene.camera.w, 0.035);
  ctx.lineJoin = 'round';
  ctx.stroke(shape);
  ctx.fillStyle = fill;
  ctx.fill(shape);
}

function paintRings(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { board, camera, theme } = scene;
  const colours = interfaceColours(theme);
  const around = (hexes: Hex[], colour: string, width: number, share: number, dash: number[] = []): void => {
    ctx.setLineDash(dash.map((part) => part / camera.w));
    ctx.strokeStyle = colour;
    ctx.lineWidth = width / camera.w;
    ctx.lineJoin = 'round';
    ctx.stroke(hexPath(board, hexes, share));
    ctx.setLineDash([]);
  };
  if (scene.marked.length) {
    around(scene.marked, colours['select-edge'] ?? '#2A1C00', 5, 0.9);
    around(scene.marked, colours['accent'] ?? '#1F5C66', 2.6, 0.9);
  }
  if (scene.hover) {
    around([scene.hover], 'rgba(0,0,0,.55)', 3.4, 0.97);
    around([scene.hover], '#FFFFFF', 2, 0.97);
  }
  if (scene.selected) {
    around([scene.selected], colours['select-edge'] ?? '#2A1C00', 6, 0.96);
    around([scene.selected], colours['select'] ?? '#FFB703', 3.4, 0.96);
  }
  if (scene.focus) {
    around([scene.focus], '#FFFFFF', 7, 1.02);
    around([scene.focus], '#0B57D0', 3.6, 1.02, [8, 5]);
  }
}

function paintPlaque(ctx: CanvasRenderingContext2D, scene: Scene, plaque: Scene['plaques'][number]): void {
  const [x, y] = toScreen(scene.camera, plaque.hex.x, plaque.hex.y - 0.48);
  const size = Math.max(11, Math.min(17, scene.camera.w * 0.2));
  ctx.font = `800 ${size}px 'Sofia Sans Condensed', sans-serif`;
  const width = ctx.measureText(plaque.text).width + size * 0.8;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.72, width, size * 1.44, 4);
  const amber = plaque.tone === 'amber';
  ctx.fillStyle = amber ? '#FFB703' : (overlayColours(scene.theme)['threat'] ?? '#A84F00');
  ctx.fill();
  ctx.strokeStyle = '#2A1C00';
  ctx.lineWidth = 1.6;
  ctx.stroke();
  ctx.fillStyle = amber || scene.theme === 'dark' ? '#2A1C00' : '#FFFFFF';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(plaque.text, x, y + 1);
}
