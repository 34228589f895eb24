/** The card of a counter: outline, paper, edge, light from the north-west. All measures in U, 64 to a side. */
import type { Owner } from '../lib/sides';
import { cards, luminance, mix, tokens, type Theme } from '../lib/tokens';
import type { Face } from '../lib/face';

export const SIDE = 64;

export interface Ink {
  paper: string;
  ink: string;
  ink2: string;
  edge: string;
  dark: boolean;
}

const shapes = tokens.sides as Record<string, { corner: string; 'radius-U'?: number; 'cut-U'?: number }>;

export function outline(owner: Owner, inset: number): Path2D {
  const path = new Path2D();
  const shape = shapes[owner];
  const low = inset;
  const high = SIDE - inset;
  const cut = shape?.['cut-U'];
  if (cut) {
    path.moveTo(low + cut, low);
    for (const [x, y] of [[high - cut, low], [high, low + cut], [high, high - cut], [high - cut, high], [low + cut, high], [low, high - cut], [low, low + cut]] as const)
      path.lineTo(x, y);
    path.closePath();
  } else {
    path.roundRect(low, low, high - low, high - low, shape?.['radius-U'] ?? 4);
  }
  return path;
}

export function inkOf(face: Face, theme: Theme): Ink {
  const card = cards[face.card] ?? { bg: '#FAF7EE', ink: '#1E1B16', ink2: '#4C4638' };
  const dark = luminance(card.bg) < 0.2;
  const extra = tokens['card-extra'];
  let paper = card.bg;
  if (face.badges.some((badge) => badge === 'moved' || badge === 'fought' || badge === 'moved-fought')) {
    const [colour, onLight, onDark] = extra['spent-mix'][theme] as [string, number, number];
    paper = mix(paper, colour, dark ? onDark : onLight);
  }
  const edge = dark && theme === 'dark' ? extra['edge-dark-theme-on-dark-cards'] : mix(card.bg, '#000000', extra['edge-darken']);
  return { paper, ink: card.ink, ink2: card.ink2, edge, dark };
}

export function paintCard(ctx: CanvasRenderingContext2D, face: Face, ink: Ink): void {
  ctx.save();
  ctx.shadowColor = 'rgba(0,0,0,.42)';
  const scale = ctx.getTransform().a;
  ctx.shadowBlur = 2.2 * scale;
  ctx.shadowOffsetX = 1.2 * scale;
  ctx.shadowOffsetY = 1.9 * scale;
  ctx.fillStyle = ink.paper;
  ctx.fill(outline(face.owner, 0.5));
  ctx.restore();
  ctx.strokeStyle = ink.edge;
  ctx.lineWidth = 1.2;
  ctx.stroke(outline(face.owner, 0.5));
  ctx.save();
  ctx.clip(outline(face.owner, 1));
  ctx.strokeStyle = ink.dark ? 'rgba(255,255,255,.24)' : 'rgba(255,255,255,.5)';
  ctx.lineWidth = 2.6;
  ctx.beginPath();
  ctx.moveTo(1.4, SIDE);
  ctx.lineTo(1.4, 1.4);
  ctx.lineTo(SIDE, 1.4);
  ctx.stroke();
  ctx.restore();
}
