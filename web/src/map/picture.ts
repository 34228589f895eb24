/**
 * The map as it was last painted, kept in square panes. A frame copies the panes in sight and paints only what has come into
 * sight or has changed; a pane is always painted in the same way, so the picture does not depend on how the camera got there.
 */
import { bitmapEdition } from './bitmaps';
import { grow, pixelsOf, touches, union, type Box } from './box';
import { snap, windowOf } from './camera';
import { damage } from './damage';
import { paintBackdrop, paintKept, paintLive, type Scene } from './scene';

/** Device pixels per side. */
const PANE = 256;

/** Panes out of sight that are remembered. */
const MEMORY = 40;

/** Frames of a motion that are foreseen. */
const AHEAD = 8;

/** Milliseconds for the whole window in which zooming is still smooth. */
const QUICK = 8;

interface Pane {
  /** in device pixels from the origin of the plane */
  box: Box;
  canvas: HTMLCanvasElement;
  ctx: CanvasRenderingContext2D;
  /** is it as it should be? */
  good: boolean;
}

export class MapPicture {
  /** by column and row, the one used last at the end */
  private readonly panes = new Map<string, Pane>();
  private readonly spare: Pane[] = [];
  private kept: Scene | null = null;
  private edition = 0;
  private zoom = 0;
  private slow = false;
  private seen: Box = [0, 0, 0, 0];

  /** Tell that a box of the plane looks different now, for instance because a tile has arrived. */
  spoil(box: Box): void {
    if (!this.kept) return;
    const pixels = pixelsOf(box, this.kept.camera.w * this.kept.ratio);
    for (const pane of this.panes.values()) if (touches(pane.box, pixels)) pane.good = false;
  }

  /** Paint a frame; true if it is only a rough one, as while zooming where painting takes its time. Painted again, it is sharp. */
  paint(ctx: CanvasRenderingContext2D, scene: Scene): boolean {
    const sight = windowOf(scene.camera, scene.ratio);
    const zooming = scene.camera.w !== this.zoom;
    this.zoom = scene.camera.w;
    const rough = zooming && this.slow && this.kept?.board === scene.board && this.kept.theme === scene.theme && this.kept.ratio === scene.ratio;
    if (rough && this.kept) this.paintScaled(ctx, scene, sight, this.zoom / this.kept.camera.w);
    else this.paintSharp(ctx, scene, sight);
    paintLive(ctx, scene);
    return rough;
  }

  private paintSharp(ctx: CanvasRenderingContext2D, scene: Scene, sight: Box): void {
    const begun = performance.now();
    this.compare(scene);
    const panes = cellsIn(sight).map(([column, row]) => this.pane(column, row));
    const bad = panes.filter((pane) => !pane.good);
    for (const pane of bad) renew(pane, scene);
    if (!bad.length) this.lookAhead(scene, sight);
    this.seen = sight;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const { canvas, box } of panes) ctx.drawImage(canvas, box[0] - sight[0], box[1] - sight[1]);
    if (bad.length === panes.length) this.slow = performance.now() - begun > QUICK;
  }

  /** The panes as they are, in another scale; beyond them the map from afar. */
  private paintScaled(ctx: CanvasRenderingContext2D, scene: Scene, sight: Box, factor: number): void {
    const before = sight.map((edge) => edge / factor) as unknown as Box;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (!cellsIn(before).every(([column, row]) => this.panes.has(`${column},${row}`))) paintBackdrop(ctx, scene, sight);
    for (const { canvas, box } of this.panes.values()) {
      if (!touches(box, before)) continue;
      const [left, top, right, bottom] = box.map((edge) => snap(edge * factor)) as unknown as Box;
      ctx.drawImage(canvas, left - sight[0], top - sight[1], right - left, bottom - top);
    }
  }

  private compare(scene: Scene): void {
    const boxes = this.kept && this.edition === bitmapEdition() ? damage(this.kept, scene) : null;
    if (boxes) for (const box of boxes) this.spoil(box);
    else {
      this.spare.push(...this.panes.values());
      this.panes.clear();
    }
    this.kept = scene;
    this.edition = bitmapEdition();
  }

  private pane(column: number, row: number): Pane {
    const key = `${column},${row}`;
    const pane = this.panes.get(key) ?? this.spare.pop() ?? blank();
    if (!this.panes.has(key)) Object.assign(pane, { box: [column * PANE, row * PANE, (column + 1) * PANE, (row + 1) * PANE], good: false });
    this.panes.delete(key);
    this.panes.set(key, pane);
    return pane;
  }

  /** With nothing else to do, finish one pane that the camera will see soon; and forget those seen longest ago. */
  private lookAhead(scene: Scene, sight: Box): void {
    const [dx, dy] = [sight[0] - this.seen[0], sight[1] - this.seen[1]];
    const soon: Box = [sight[0] + AHEAD * dx, sight[1] + AHEAD * dy, sight[2] + AHEAD * dx, sight[3] + AHEAD * dy];
    const near = cellsIn(dx || dy ? union(sight, soon) : grow(sight, PANE));
    for (const [key, pane] of this.panes) {
      if (this.panes.size <= near.length + MEMORY) break;
      this.panes.delete(key);
      this.spare.push(pane);
    }
    const next = near.find(([column, row]) => !this.panes.get(`${column},${row}`)?.good);
    if (next) renew(this.pane(...next), scene);
  }
}

function cellsIn([left, top, right, bottom]: Box): [number, number][] {
  const found: [number, number][] = [];
  for (let row = Math.floor(top / PANE); row * PANE < bottom; row++) for (let column = Math.floor(left / PANE); column * PANE < right; column++) found.push([column, row]);
  return found;
}

function blank(): Pane {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PANE;
  return { box: [0, 0, 0, 0], canvas, ctx: canvas.getContext('2d') as CanvasRenderingContext2D, good: false };
}

/** Always all of it: parts of a line painted at different times would be smoothed differently. */
function renew(pane: Pane, scene: Scene): void {
  paintKept(pane.ctx, scene, pane.box);
  pane.good = true;
}
