/** Stacks on the map: the top counter, the edges below it, rings and the count. */
import { isMobile, type Face } from '../lib/face';
import type { Owner } from '../lib/sides';
import { interfaceColours, tokens, type Theme } from '../lib/tokens';
import { madeOnce, paintBitmap } from './bitmaps';
import { levelOf, snap, toScreen, type Level } from './camera';
import { outline, SIDE } from './card';
import { counterBitmap, looksOf, marginOf, stampCounter } from './counter';
import type { Scene, SceneStack } from './scene';

function counterSide(w: number, scale: number): number {
  const share = levelOf(w) === 'near' ? tokens.counter['side-W'] : tokens.counter['side-W-middle'];
  return Math.max(6, w * share * scale);
}

const visible = (cards: number, level: Level): number => Math.min(cards, level === 'far' ? 2 : tokens.stack['visible-max']);

/** Pixels that the cards of a stack take up together, each a little below the other. */
export const stackSide = (cards: number, w: number, scale: number): number =>
  counterSide(w, scale) * (1 + (visible(cards, levelOf(w * Math.min(1.3, scale))) - 1) * tokens.stack.offset);

/** How far from its hex a stack with rings and badges can reach, in hexes. */
export const stackReach = (w: number, scale: number): number => Math.max(0.65, (counterSide(w, scale) * 0.8 + 8) / w);

export function paintStack(ctx: CanvasRenderingContext2D, scene: Scene, stack: SceneStack): void {
  const [x, y] = toScreen(scene.camera, stack.hex.x, stack.hex.y);
  paintFaces(ctx, scene, stack.faces, stack.count, x, y, stack.selected, scene.hover === stack.hex);
}

/** Faces, the top first, around a point of the screen; the canvas counts device pixels. */
export function paintFaces(ctx: CanvasRenderingContext2D, scene: Scene, faces: Face[], count: number, x: number, y: number, selected: boolean, lifted: boolean): void {
  const { camera, ratio, theme, counterScale } = scene;
  const level = levelOf(camera.w * Math.min(1.3, counterScale));
  const px = Math.round(counterSide(camera.w, counterScale) * ratio);
  const shown = faces.slice(0, visible(faces.length, level));
  const below = Math.round((shown.length - 1) * px * tokens.stack.offset);
  const looks: Looks = { faces: shown, count, ring: selected ? 'selected' : lifted ? 'lifted' : '', px, below, margin: marginOf(px) + Math.ceil(4 * ratio), ratio, theme, level };
  const left = snap(x * ratio - (px + below) / 2);
  const top = snap(y * ratio - (px + below) / 2 - (lifted ? 1.5 * ratio : 0));
  ctx.drawImage(stackBitmap(looks), left - looks.margin, top - looks.margin);
}

interface Looks {
  faces: Face[];
  count: number;
  ring: 'selected' | 'lifted' | '';
  /** device pixels: the side of a counter, how far the lowest card lies below the top one, the room around them */
  px: number;
  below: number;
  margin: number;
  ratio: number;
  theme: Theme;
  level: Level;
}

/** The cards of a stack, its ring and its number. */
function stackBitmap({ faces, count, ring, px, below, margin, ratio, theme, level }: Looks): ImageBitmap {
  const cards = faces.map((face, k) => (k ? `${face.owner}|${face.card}` : looksOf(face, level))).join('/');
  return madeOnce(`stack|${px}|${ratio}|${theme}|${count}|${ring}|${cards}`, () => {
    const whole = px + below + 2 * margin;
    return paintBitmap(whole, whole, (ctx) => {
      const [top, ...lower] = faces;
      for (const [k, face] of [...lower.entries()].reverse()) {
        const at = margin + Math.round(((k + 1) * below) / lower.length) - marginOf(px);
        ctx.drawImage(counterBitmap({ ...face, badges: [] }, px, theme, 'far'), at, at);
      }
      if (!top) return;
      stampCounter(ctx, top, px, theme, level, margin, margin);
      if (level === 'far' && top.symbol && isMobile(top.symbol)) dot(ctx, margin + px / 2, margin + px / 2, Math.max(1.2 * ratio, px * 0.13), '#FFFFFF');
      // from some way off a card of the colour of the ground would be lost in it
      if (level !== 'near' && !ring) paintRing(ctx, top.owner, margin, px, theme === 'light' ? '#2A2A26' : '#EFE8D6', theme === 'light' ? '#FFFDF6' : '#15191B', Math.max(0.7, 0.8 * ratio), 0.5 * ratio);
      const { select = '#FFB703', 'select-edge': edge = '#2A1C00' } = interfaceColours(theme);
      if (ring === 'selected') paintRing(ctx, top.owner, margin, px, select, edge, Math.max(2 * ratio, px * 0.06), ratio);
      if (ring === 'lifted') paintRing(ctx, top.owner, margin, px, '#FFFFFF', '#22252A', 2 * ratio, ratio);
      if (count > 1 && level !== 'far') paintCount(ctx, margin + px, margin, String(count), Math.max(5.8 * ratio, px * 0.142), ratio);
    });
  });
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, colour: string): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = colour;
  ctx.fill();
}

function paintRing(ctx: CanvasRenderingContext2D, owner: Owner, at: number, side: number, colour: string, edge: string, width: number, ratio: number): void {
  const scale = side / SIDE;
  ctx.save();
  ctx.translate(at, at);
  ctx.scale(scale, scale);
  const path = outline(owner, -width / scale / 2);
  ctx.lineWidth = (width + 2.4 * ratio) / scale;
  ctx.strokeStyle = edge;
  ctx.stroke(path);
  ctx.lineWidth = width / scale;
  ctx.strokeStyle = colour;
  ctx.stroke(path);
  ctx.restore();
}

function paintCount(ctx: CanvasRenderingContext2D, x: number, y: number, words: string, r: number, ratio: number): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = tokens.states.count.fill;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = tokens.states.count.ink;
  ctx.lineWidth = ratio;
  ctx.stroke();
  ctx.font = `800 ${(r * 1.6).toFixed(1)}px 'Sofia Sans Condensed', sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(words, x, y + r * 0.08);
}
