/** The small map in the dock: terrain is painted once, who holds a hex only where that has changed, counters every time. */
import type { Board } from '../lib/board';
import { controlColour, type Owner } from '../lib/sides';
import { terrainColours, type Theme } from '../lib/tokens';
import { snap } from './camera';

/** Cells of more pixels than this are drawn as the hexes they are; smaller ones as rectangles, which is quicker and has no seams. */
const LARGE = 24;
/** A counter is at most so many pixels across. */
const COUNTER = 28;
/** How much of its colour the holder gives to a hex. */
const TINT = 0.16;

export class SmallMap {
  private readonly terrain: OffscreenCanvasRenderingContext2D;
  private readonly held: OffscreenCanvasRenderingContext2D;
  private control = '';
  /** half a cell, across and down: cells of a hex each cover the plane */
  private readonly half: [number, number];
  private readonly scale: number;

  constructor(private readonly board: Board, private readonly owners: Owner[], private readonly theme: Theme, readonly width: number, readonly height: number) {
    const [left, , right] = board.bounds;
    this.scale = width / (right - left);
    this.half = board.data.stagger === 'columns' ? [Math.sqrt(3) / 4, 0.5] : [0.5, Math.sqrt(3) / 4];
    this.terrain = this.layer();
    this.held = this.layer();
    const colours = terrainColours(theme);
    for (const { x, y, terrain } of board.hexes) this.cell(this.terrain, x, y, String(colours[board.ground(terrain)]?.['fill']));
  }

  paint(ctx: CanvasRenderingContext2D, control: string, counters: { x: number; y: number; owner: Owner }[]): void {
    this.hold(control);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.width, this.height);
    ctx.drawImage(this.terrain.canvas, 0, 0);
    ctx.globalAlpha = TINT;
    ctx.drawImage(this.held.canvas, 0, 0);
    ctx.globalAlpha = 1;
    const [left, top] = this.board.bounds;
    ctx.setTransform(this.scale, 0, 0, this.scale, -left * this.scale, -top * this.scale);
    const size = Math.min(1, COUNTER / this.scale);
    for (const { x, y, owner } of counters) {
      ctx.fillStyle = controlColour(owner, this.theme);
      ctx.beginPath();
      if (owner === 'axis') ctx.rect(x - 0.45 * size, y - 0.45 * size, 0.9 * size, 0.9 * size);
      else ctx.arc(x, y, 0.5 * size, 0, 7);
      ctx.fill();
    }
  }

  private hold(control: string): void {
    for (const { index, x, y } of this.board.hexes) {
      const letter = control[index] ?? '.';
      if (letter === this.control[index]) continue;
      const side = '.abcdefgh'.indexOf(letter) - 1;
      this.cell(this.held, x, y, side >= 0 ? controlColour(this.owners[side] ?? 'neutral', this.theme) : '');
    }
    this.control = control;
  }

  private cell(ctx: OffscreenCanvasRenderingContext2D, x: number, y: number, colour: string): void {
    const [across, down] = this.half;
    const [left, top] = this.board.bounds;
    if (this.scale > LARGE) return this.hex(ctx, (x - left) * this.scale, (y - top) * this.scale, colour);
    const pixel = (at: number): number => snap(at * this.scale); // whole pixels: no seams
    const [x1, y1, x2, y2] = [pixel(x - across - left), pixel(y - down - top), pixel(x + across - left), pixel(y + down - top)];
    ctx.fillStyle = colour;
    if (colour) ctx.fillRect(x1, y1, x2 - x1, y2 - y1);
    else ctx.clearRect(x1, y1, x2 - x1, y2 - y1);
  }

  private hex(ctx: OffscreenCanvasRenderingContext2D, x: number, y: number, colour: string): void {
    const [radius, turn] = [this.scale / Math.sqrt(3), this.board.data.stagger === 'columns' ? 0 : Math.PI / 6];
    ctx.beginPath();
    for (let corner = 0; corner < 6; corner++) ctx.lineTo(x + radius * Math.cos(turn + (corner * Math.PI) / 3), y + radius * Math.sin(turn + (corner * Math.PI) / 3));
    ctx.closePath();
    ctx.globalCompositeOperation = colour ? 'source-over' : 'destination-out';
    ctx.fillStyle = colour || '#000';
    ctx.fill();
    ctx.globalCompositeOperation = 'source-over';
  }

  private layer(): OffscreenCanvasRenderingContext2D {
    return new OffscreenCanvas(this.width, this.height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  }
}
