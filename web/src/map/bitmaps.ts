/** Small pictures that are painted once and copied many times: stacks, names, tiles in the scale of the moment. */

/** When there are more pixels than this, all are forgotten and painted again as they are needed. */
const MOST = 32e6;
const known = new Map<string, unknown>();
let pixels = 0;
let edition = 0;

/** Forget everything painted, for instance when the fonts have arrived. */
export function clearBitmaps(): void {
  known.clear();
  pixels = 0;
  edition += 1;
}

/** Grows whenever what was painted must not be used any more. */
export const bitmapEdition = (): number => edition;

/** What was made under this key, or what is made now. */
export function madeOnce<T>(key: string, make: () => T): T {
  let found = known.get(key) as T | undefined;
  if (found === undefined) {
    if (pixels > MOST) {
      known.clear();
      pixels = 0;
    }
    known.set(key, (found = make()));
  }
  return found;
}

/** Canvases to paint on: making one takes much longer than painting a counter. */
const easels: OffscreenCanvas[] = [];

/** A picture of so many pixels. */
export function paintBitmap(width: number, height: number, paint: (ctx: CanvasRenderingContext2D) => void): ImageBitmap {
  const easel = easels.pop() ?? new OffscreenCanvas(width, height);
  easel.width = width;
  easel.height = height;
  pixels += width * height;
  // the two kinds of context differ in nothing that is used here
  paint(easel.getContext('2d') as unknown as CanvasRenderingContext2D);
  const bitmap = easel.transferToImageBitmap();
  easels.push(easel);
  return bitmap;
}
