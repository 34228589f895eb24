/** Counters, painted once into small bitmaps and copied from there. */
import type { Badge, Face } from '../lib/face';
import { states, tokens, type Theme } from '../lib/tokens';
import { madeOnce, paintBitmap } from './bitmaps';
import { inkOf, outline, paintCard, SIDE, type Ink } from './card';
import { paintSymbol } from './symbol';
import type { Level } from './camera';

/** Room for badges and the shadow around a counter, in U. */
const MARGIN = 13;

const CONDENSED = "'Sofia Sans Condensed', sans-serif";
const SLIM = "'Sofia Sans Extra Condensed', sans-serif";
const metrics = tokens.counter;

function write(ctx: CanvasRenderingContext2D, words: string, x: number, y: number, size: number, room = 0, family = CONDENSED): void {
  ctx.font = `800 ${size}px ${family}`;
  if (room) {
    const width = ctx.measureText(words).width;
    if (width > room) ctx.font = `800 ${(size * room) / width}px ${family}`;
  }
  ctx.fillText(words, x, y);
}

function paintFactors(ctx: CanvasRenderingContext2D, face: Face, ink: Ink, largest: number): void {
  const sizes = metrics['factors-U'] as Record<string, number>;
  const length = face.factors.length;
  let size = Math.min(largest, length <= 4 ? largest : (sizes[String(length)] ?? sizes['7+'] ?? 17.5));
  ctx.textAlign = 'center';
  let baseline = metrics['factor-baseline-U'];
  if (face.reduced && !face.untried) {
    const [x, y, width, height] = metrics['reduced-band-U'] as [number, number, number, number];
    ctx.fillStyle = ink.ink;
    ctx.beginPath();
    ctx.roundRect(x, y, width, height, 2);
    ctx.fill();
    ctx.fillStyle = ink.paper;
    size = Math.min(size, 22);
    baseline -= 0.6;
  } else ctx.fillStyle = ink.ink;
  write(ctx, face.factors, SIDE / 2, baseline, size, SIDE - 6);
}

function paintNear(ctx: CanvasRenderingContext2D, face: Face, ink: Ink): void {
  const [width, height] = metrics['symbol-U'] as [number, number];
  const pips = face.steps !== null && !face.untried;
  const y = metrics['symbol-xy-U'][1] ?? 17.6;
  const x = !face.id ? (SIDE - width) / 2 : pips ? metrics['symbol-x-with-pips-U'] : (metrics['symbol-xy-U'][0] ?? 9);
  paintSymbol(ctx, face.symbol, x, y, width, height, ink.ink);
  ctx.fillStyle = ink.ink;
  ctx.textAlign = 'center';
  if (face.size) write(ctx, face.size, x + width / 2, 14.6, metrics['size-mark-U'], 40);
  if (face.id) {
    const left = x + width + 1.6;
    const room = SIDE - 2.4 - left;
    const lines = face.id.length <= 4 && !face.id.includes(' ') ? [face.id] : (face.id.includes(' ') ? face.id.split(' ', 2) : [face.id.slice(0, 2), face.id.slice(2)]);
    const size = lines.length > 1 ? metrics['id-two-lines-U'] : face.id.length <= 2 ? 15.5 : 14;
    lines.forEach((line, k) =>
      write(ctx, line, left + room / 2, y + height / 2 + 0.35 * size + (k - (lines.length - 1) / 2) * size * 0.92, size, room, SLIM),
    );
  }
  if (pips && face.steps) {
    const [left, printed] = face.steps;
    const r = metrics['pip-radius-U'];
    for (let k = 0; k < printed; k++) {
      ctx.beginPath();
      ctx.arc(5.6, y + height / 2 - (printed - 1) * 3.1 + 6.2 * k, k < left ? r : r - 0.3, 0, 7);
      ctx.strokeStyle = ctx.fillStyle = ink.ink;
      ctx.lineWidth = 1.1;
      if (k < left) ctx.fill();
      else ctx.stroke();
    }
  }
  paintFactors(ctx, face, ink, metrics['factors-U']['1-4']);
}

function paintMiddle(ctx: CanvasRenderingContext2D, face: Face, ink: Ink): void {
  const [width, height] = metrics.middle['symbol-U'] as [number, number];
  const [x, y] = metrics.middle['symbol-xy-U'] as [number, number];
  paintSymbol(ctx, face.symbol, x, y, width, height, ink.ink);
  paintFactors(ctx, face, ink, metrics.middle['factors-U']);
}

function paintHidden(ctx: CanvasRenderingContext2D, face: Face, ink: Ink): void {
  ctx.save();
  ctx.clip(outline(face.owner, 3));
  ctx.globalAlpha = 0.3;
  ctx.strokeStyle = ink.edge;
  ctx.lineWidth = 3;
  ctx.beginPath();
  for (let total = 0; total < 130; total += 9) {
    ctx.moveTo(total, 0);
    ctx.lineTo(0, total);
  }
  ctx.stroke();
  ctx.restore();
  ctx.beginPath();
  ctx.arc(32, 32, 15, 0, 7);
  ctx.fillStyle = ink.paper;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = ink.ink;
  ctx.lineWidth = 2.4;
  ctx.stroke();
  ctx.textAlign = 'center';
  write(ctx, '?', 32, 40.6, 25);
}

// ------------------------------------------------------------------ badges

const PLACES: Record<Badge, [number, number]> = {
  moved: [0, 0], fought: [0, 0], 'moved-fought': [0, 0], entrained: [0, 0], oos: [0, 1], disrupted: [1, 1], halved: [1, 0.5], air: [0.5, 0],
};
const ARROW = new Path2D('M-4.6 0H4.2M.6-3.8L4.6 0L.6 3.8');
const CROSS = new Path2D('M-3.6-3.6L3.6 3.6M3.6-3.6L-3.6 3.6');

function paintBadge(ctx: CanvasRenderingContext2D, badge: Badge): void {
  const [column, row] = PLACES[badge];
  const out = tokens.badge.outset * SIDE;
  ctx.save();
  ctx.translate(column * SIDE + (column * 2 - 1) * out, row * SIDE + (row * 2 - 1) * out);
  const colours = states[badge === 'moved-fought' ? 'moved' : badge] ?? { fill: '#333333', ink: '#FFFFFF' };
  const radius = tokens.badge.radius * SIDE;
  ctx.fillStyle = colours.fill;
  ctx.strokeStyle = '#FFFDF6';
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  if (badge === 'oos') {
    ctx.moveTo(0, -11), ctx.lineTo(11, 0), ctx.lineTo(0, 11), ctx.lineTo(-11, 0), ctx.closePath();
    ctx.strokeStyle = colours.ink;
  } else if (badge === 'disrupted') {
    for (let k = 0; k < 20; k++) {
      const r = radius * (k % 2 ? 0.88 : 1.12);
      ctx.lineTo(r * Math.cos((Math.PI * k) / 10), r * Math.sin((Math.PI * k) / 10));
    }
    ctx.closePath();
  } else ctx.arc(0, 0, radius, 0, 7);
  ctx.fill();
  ctx.stroke();
  ctx.strokeStyle = ctx.fillStyle = colours.ink;
  ctx.lineWidth = 2.4;
  ctx.lineCap = ctx.lineJoin = 'round';
  ctx.textAlign = 'center';
  if (badge === 'moved') ctx.stroke(ARROW);
  else if (badge === 'fought') ctx.stroke(CROSS);
  else if (badge === 'moved-fought') {
    ctx.save(), ctx.translate(0, -3), ctx.scale(0.72, 0.72), ctx.stroke(ARROW), ctx.restore();
    ctx.save(), ctx.translate(0, 4), ctx.scale(0.55, 0.55), ctx.stroke(CROSS), ctx.restore();
  } else if (badge === 'oos') ctx.stroke(new Path2D('M-5 2.6L-1.4.8M1.4-.8L5-2.6M-2.6-3.6L2.6 3.6'));
  else write(ctx, { disrupted: 'D', halved: '½', entrained: '#', air: '✈' }[badge], 0, 4.4, 12);
  ctx.restore();
}

// ------------------------------------------------------------------ bitmaps

/** Paint a counter with its upper left corner at the origin, in U. */
export function paintFace(ctx: CanvasRenderingContext2D, face: Face, theme: Theme, level: Level): void {
  paintCard(ctx, face, inkOf(face, theme));
  paintInside(ctx, face, theme, level);
}

/** What stands on the card. */
function paintInside(ctx: CanvasRenderingContext2D, face: Face, theme: Theme, level: Level): void {
  if (level === 'far') return;
  const ink = inkOf(face, theme);
  ctx.textBaseline = 'alphabetic';
  if (face.hidden) paintHidden(ctx, face, ink);
  else if (level === 'middle') paintMiddle(ctx, face, ink);
  else paintNear(ctx, face, ink);
  for (const badge of face.badges) paintBadge(ctx, badge);
}

/** Everything a counter shows at a level: counters that look the same share a bitmap, and from afar they are but cards. */
export function looksOf(face: Face, level: Level): string {
  const far = `${level}|${face.owner}|${face.card}|${face.badges.join()}`;
  if (level === 'far') return far;
  const middle = `${far}|${face.hidden}|${face.symbol}|${face.factors}|${face.reduced}|${face.untried}`;
  return level === 'middle' ? middle : `${middle}|${face.size}|${face.id}|${face.steps?.join()}`;
}

/** The empty space around a counter, in device pixels. */
export const marginOf = (px: number): number => Math.round((MARGIN / SIDE) * px);

/** A counter as a bitmap of `px` device pixels per side, plus its margin. */
export function counterBitmap(face: Face, px: number, theme: Theme, level: Level): ImageBitmap {
  return madeOnce(`${px}|${theme}|${looksOf(face, level)}`, () => {
    const whole = Math.ceil((SIDE + 2 * MARGIN) * (px / SIDE));
    return paintBitmap(whole, whole, (ctx) => stampCounter(ctx, face, px, theme, level, marginOf(px), marginOf(px)));
  });
}

/** Paint a counter with the corner of its card at a pixel; the card, with its soft shadow, is copied. */
export function stampCounter(ctx: CanvasRenderingContext2D, face: Face, px: number, theme: Theme, level: Level, left: number, top: number): void {
  const scale = px / SIDE;
  ctx.save();
  if (level === 'far') {
    ctx.setTransform(scale, 0, 0, scale, left, top);
    paintCard(ctx, face, inkOf(face, theme));
  } else {
    ctx.drawImage(counterBitmap(face, px, theme, 'far'), left - marginOf(px), top - marginOf(px));
    ctx.setTransform(scale, 0, 0, scale, left, top);
    paintInside(ctx, face, theme, level);
  }
  ctx.restore();
}
