/** Stacks on the map: the top counter, the edges below it, rings and the count. */
import { isMobile, type Face } from '../lib/face';
import type { Owner } from '../lib/sides';
import { interfaceColours, tokens } from '../lib/tokens';
import { isVisible, levelOf, toScreen } from './camera';
import { outline, SIDE } from './card';
import { counterBitmap, MARGIN } from './counter';
import type { Scene, SceneStack } from './scene';

function counterSide(w: number, scale: number): number {
  const share = levelOf(w) === 'near' ? tokens.counter['side-W'] : tokens.counter['side-W-middle'];
  return Math.max(6, w * share * scale);
}

export function paintStack(ctx: CanvasRenderingContext2D, scene: Scene, stack: SceneStack): void {
  const { camera } = scene;
  if (!isVisible(camera, stack.hex.x, stack.hex.y)) return;
  const [x, y] = toScreen(camera, stack.hex.x, stack.hex.y);
  paintFaces(ctx, scene, stack.faces, stack.count, x, y, stack.selected, scene.hover === stack.hex);
}

export function paintFaces(ctx: CanvasRenderingContext2D, scene: Scene, faces: Face[], count: number, x: number, y: number, selected: boolean, lifted: boolean): void {
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
