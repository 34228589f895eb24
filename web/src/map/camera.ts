/** Where the table is looked at from. Plane units are hexes (neighbours 1 apart); `w` is pixels per hex. */
import type { Box } from './box';

export const MIN_W = 7;
export const MAX_W = 140;
/** A board of several maps in a small window is shown whole all the same. */
const LEAST_W = 3;
/** Hexes of the desk around the board that may be in sight. */
const RIM = 1;

export type Level = 'far' | 'middle' | 'near';

export interface Camera {
  x: number;
  y: number;
  w: number;
  width: number;
  height: number;
}

export const levelOf = (w: number): Level => (w < 24 ? 'far' : w < 54 ? 'middle' : 'near');

export const toScreen = (c: Camera, x: number, y: number): [number, number] => [
  (x - c.x) * c.w + c.width / 2,
  (y - c.y) * c.w + c.height / 2,
];

export const toPlane = (c: Camera, px: number, py: number): [number, number] => [
  (px - c.width / 2) / c.w + c.x,
  (py - c.height / 2) / c.w + c.y,
];

/** The nearest whole pixel. Halves go up in spite of rounding errors: parts of the picture that meet must agree. */
export const snap = (pixels: number): number => Math.floor(pixels + 0.5 + 1e-6);

/** The device pixels in the window, from the origin of the plane; what is painted once fits every such window. */
export function windowOf(c: Camera, ratio: number): Box {
  const [left, top] = [snap((c.x * c.w - c.width / 2) * ratio), snap((c.y * c.w - c.height / 2) * ratio)];
  return [left, top, left + Math.round(c.width * ratio), top + Math.round(c.height * ratio)];
}

/** The camera that sees exactly these device pixels. */
export function cameraOn([left, top, right, bottom]: Box, w: number, ratio: number): Camera {
  const scale = w * ratio;
  return { x: (left + right) / 2 / scale, y: (top + bottom) / 2 / scale, w, width: (right - left) / ratio, height: (bottom - top) / ratio };
}

/** Zoom by a factor, keeping what lies under a point of the screen where it is. */
export function zoomAt(c: Camera, factor: number, px: number, py: number): Camera {
  const w = Math.min(MAX_W, Math.max(Math.min(MIN_W, c.w), c.w * factor));
  const [x, y] = toPlane(c, px, py);
  return { ...c, w, x: x - (px - c.width / 2) / w, y: y - (py - c.height / 2) / w };
}

/** Keep the board in sight: its middle may not leave the window. */
export function confine(c: Camera, [left, top, right, bottom]: readonly [number, number, number, number]): Camera {
  return { ...c, x: Math.min(right, Math.max(left, c.x)), y: Math.min(bottom, Math.max(top, c.y)) };
}

/** Show as much of the board as the window takes: no more than a rim of the desk where there is board to be seen. */
export function settle(c: Camera, [left, top, right, bottom]: readonly [number, number, number, number]): Camera {
  const within = (at: number, low: number, high: number, size: number): number => {
    const half = size / 2 / c.w - RIM;
    return high - low < 2 * half ? (low + high) / 2 : Math.min(high - half, Math.max(low + half, at));
  };
  return { ...c, x: within(c.x, left, right, c.width), y: within(c.y, top, bottom, c.height) };
}

/** Hexes around the board for its frame and its title. */
const FRAME: readonly [number, number] = [1.2, 2.4];

/** The whole board in the window. */
export function fit(c: Camera, [left, top, right, bottom]: readonly [number, number, number, number]): Camera {
  const w = Math.min(c.width / (right - left + FRAME[0]), c.height / (bottom - top + FRAME[1]));
  return { ...c, x: (left + right) / 2, y: (top + bottom) / 2, w: Math.max(LEAST_W, Math.min(MAX_W, w)) };
}

export function isVisible(c: Camera, x: number, y: number, margin = 1): boolean {
  const [px, py] = toScreen(c, x, y);
  const edge = margin * c.w;
  return px > -edge && py > -edge && px < c.width + edge && py < c.height + edge;
}
