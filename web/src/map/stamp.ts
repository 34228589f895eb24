/** Words with a halo, painted once and then stamped onto whole pixels. */
import { madeOnce, paintBitmap } from './bitmaps';

export interface Type {
  family: string;
  /** style and weight */
  cut: string;
  size: number;
  /** between letters */
  tracking: number;
}

export interface Stamp {
  words: string;
  type: Type;
  ink: string;
  halo: string;
  /** width of the halo's line */
  edge: number;
  align: 'start' | 'center' | 'end';
  /** degrees */
  angle: number;
}

interface Print {
  bitmap: ImageBitmap;
  /** from its upper left corner to the anchor of the words */
  x: number;
  y: number;
}

const ANCHOR = { start: 0, center: 0.5, end: 1 };
/** Letters grow evenly: words are measured at one size only. */
const MEASURED = 100;
const ruler = new OffscreenCanvas(1, 1).getContext('2d');

const fontOf = ({ cut, family }: Type, size: number): string => `${cut} ${size}px ${family}`;

export function widthOf(words: string, type: Type): number {
  const font = fontOf(type, MEASURED);
  const width = madeOnce(`${words}|${font}`, () => {
    if (!ruler) return 0;
    ruler.font = font;
    return ruler.measureText(words).width;
  });
  return (width * type.size) / MEASURED + words.length * type.tracking;
}

/** Stamp words with their anchor at a pixel of the canvas, half way up the letters. */
export function stamp(ctx: CanvasRenderingContext2D, one: Stamp, x: number, y: number): void {
  const key = `${one.words}|${fontOf(one.type, one.type.size)}|${one.type.tracking}|${one.ink}|${one.halo}|${one.edge}|${one.align}|${one.angle}`;
  const print = madeOnce(key, () => printOf(one));
  ctx.drawImage(print.bitmap, x - print.x, y - print.y);
}

function printOf({ words, type, ink, halo, edge, align, angle }: Stamp): Print {
  const { size, tracking } = type;
  const width = widthOf(words, type);
  const before = -ANCHOR[align] * width;
  const turn = (angle * Math.PI) / 180;
  const corners = [[before, -size], [before + width, -size], [before, size], [before + width, size]] as const;
  const across = corners.map(([x, y]) => x * Math.cos(turn) - y * Math.sin(turn));
  const down = corners.map(([x, y]) => x * Math.sin(turn) + y * Math.cos(turn));
  const [left, top] = [Math.ceil(edge - Math.min(...across)), Math.ceil(edge - Math.min(...down))];
  const bitmap = paintBitmap(left + Math.ceil(Math.max(...across) + edge), top + Math.ceil(Math.max(...down) + edge), (ctx) => {
    ctx.translate(left, top);
    ctx.rotate(turn);
    ctx.font = fontOf(type, size);
    ctx.letterSpacing = `${tracking}px`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    ctx.lineJoin = 'round';
    ctx.strokeStyle = halo;
    ctx.lineWidth = edge;
    ctx.strokeText(words, 0, 0);
    ctx.fillStyle = ink;
    ctx.fillText(words, 0, 0);
  });
  return { bitmap, x: left, y: top };
}
