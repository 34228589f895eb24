/** Rectangles: left, top, right, bottom. In hexes of the plane, or in whole device pixels counted from the origin of the plane. */

export type Box = readonly [number, number, number, number];

/** More than any board has. */
export const EVERYWHERE: Box = [-1e5, -1e5, 1e5, 1e5];

export const grow = ([left, top, right, bottom]: Box, by: number): Box => [left - by, top - by, right + by, bottom + by];

export const around = (spot: { x: number; y: number }, reach: number): Box => [spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach];

export const union = (a: Box, b: Box): Box => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

export const touches = (a: Box, b: Box): boolean => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

/** The pixels that a box of the plane touches. */
export const pixelsOf = ([left, top, right, bottom]: Box, scale: number): Box => [
  Math.floor(left * scale), Math.floor(top * scale), Math.ceil(right * scale), Math.ceil(bottom * scale),
];

export const planeOf = ([left, top, right, bottom]: Box, scale: number): Box => [left / scale, top / scale, right / scale, bottom / scale];
