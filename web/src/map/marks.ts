/** What is drawn over the counters: targets, ways, arrows, rings, plaques. */
import type { Hex } from '../lib/board';
import { interfaceColours, overlayColours } from '../lib/tokens';
import { around, touches, type Box } from './box';
import { toScreen } from './camera';
import { arrow, hexPath } from './geometry';
import { hatch } from './overlay';
import type { Scene, SceneArrow } from './scene';

export function paintTargets(ctx: CanvasRenderingContext2D, scene: Scene, sight: Box): void {
  const targets = scene.targets.filter((hex) => touches(around(hex, 1), sight));
  if (!targets.length) return;
  const threat = overlayColours(scene.theme)['threat'] ?? '#A84F00';
  hatch(ctx, scene.board, targets, threat, scene.camera.w, true);
  const rim = hexPath(scene.board, targets, 0.95);
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

export function paintPath(ctx: CanvasRenderingContext2D, scene: Scene, hexes: Hex[], style: keyof typeof PATHS): void {
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

export function paintArrow(ctx: CanvasRenderingContext2D, scene: Scene, one: SceneArrow): void {
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

export function paintRings(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { board, camera, theme } = scene;
  const colours = interfaceColours(theme);
  const ring = (hexes: Hex[], colour: string, width: number, share: number, dash: number[] = []): void => {
    ctx.setLineDash(dash.map((part) => part / camera.w));
    ctx.strokeStyle = colour;
    ctx.lineWidth = width / camera.w;
    ctx.lineJoin = 'round';
    ctx.lineCap = 'butt';
    ctx.stroke(hexPath(board, hexes, share));
    ctx.setLineDash([]);
  };
  if (scene.marked.length) {
    ring(scene.marked, colours['select-edge'] ?? '#2A1C00', 5, 0.9);
    ring(scene.marked, colours['accent'] ?? '#1F5C66', 2.6, 0.9);
  }
  if (scene.hover) {
    ring([scene.hover], 'rgba(0,0,0,.55)', 3.4, 0.97);
    ring([scene.hover], '#FFFFFF', 2, 0.97);
  }
  if (scene.selected) {
    ring([scene.selected], colours['select-edge'] ?? '#2A1C00', 6, 0.96);
    ring([scene.selected], colours['select'] ?? '#FFB703', 3.4, 0.96);
  }
  if (scene.focus) {
    ring([scene.focus], '#FFFFFF', 7, 1.02);
    ring([scene.focus], '#0B57D0', 3.6, 1.02, [8, 5]);
  }
}

export function paintPlaque(ctx: CanvasRenderingContext2D, scene: Scene, plaque: Scene['plaques'][number]): void {
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
