/** The map art: pre-drawn tiles at a few zooms, loaded as they come into sight, and the list of names. */
import type { Theme } from '../lib/tokens';
import { madeOnce, paintBitmap } from './bitmaps';
import { planeOf, type Box } from './box';
import { snap } from './camera';
import type { Ground } from './scene';

interface ZoomLevel {
  w: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
  folder: string;
}

interface TileIndex {
  tile: number;
  format: string;
  planes: Record<string, { origin: [number, number]; zooms: ZoomLevel[]; names: string }>;
}

type Spot = readonly [number, number];

interface Tile {
  path: string;
  /** where it lies, in hexes */
  box: Box;
  image: HTMLImageElement;
}

export interface MapName {
  name: string;
  x: number;
  y: number;
  class: string;
  anchor: 'start' | 'middle' | 'end';
  from: number;
  angle?: number;
}

/** A tile that the server is still drawing is asked for again: after so many milliseconds, later and later, so often. */
const AGAIN = 1000;
const TRIES = 20;
/** So long the map from afar is waited for before the first picture with tiles: until then the page has its plain map. */
const PATIENCE = 300;

export class TileMap implements Ground {
  names: MapName[] = [];
  private readonly images = new Map<string, HTMLImageElement>();
  /** those of which has been told that they are there */
  private readonly arrived = new Set<HTMLImageElement>();

  private constructor(private readonly base: string, private readonly index: TileIndex, private readonly offsets: Map<string, Spot>, private readonly changed: (box: Box) => void, private readonly plain: Ground) {}

  /** The tiles of a board, or nothing when the server has none (the page then draws a plain map itself, and so it does under tiles that are
   * still being drawn). Told: where a tile has arrived. */
  static async load(slug: string, theme: Theme, offsets: Map<string, Spot>, changed: (box: Box) => void, plain: Ground): Promise<TileMap | null> {
    const base = `/api/games/${slug}/tiles/${theme}`;
    try {
      const answer = await fetch(`${base}/index.json`);
      if (!answer.ok) return null;
      const map = new TileMap(base, (await answer.json()) as TileIndex, offsets, changed, plain);
      await Promise.all(Object.entries(map.index.planes).map(async ([plane, art]) => {
        const names = await fetch(`${base}/${art.names}`);
        if (!names.ok) return;
        const [dx, dy] = offsets.get(plane) ?? [0, 0];
        map.names.push(...((await names.json()) as MapName[]).map((name) => ({ ...name, x: name.x + dx, y: name.y + dy })));
      }).concat(map.fromAfar()));
      return map;
    } catch {
      return null;
    }
  }

  /** The map from afar, when it is there, or not at once because the server draws it first. */
  private async fromAfar(): Promise<void> {
    const tiles = this.planes().flatMap(([origin, zooms]) => this.tilesIn(zooms[0], origin, [-Infinity, -Infinity, Infinity, Infinity]));
    const there = Promise.allSettled(tiles.map(({ image }) => image.decode()));
    await Promise.race([there, new Promise((done) => setTimeout(done, PATIENCE))]);
  }

  /** how many tiles have been asked for and are not there yet */
  get missing(): number {
    return this.images.size - this.arrived.size;
  }

  /** how many have been asked for */
  get wanted(): number {
    return this.images.size;
  }

  /** Where tiles are missing, those of the whole map from afar. */
  draw(ctx: CanvasRenderingContext2D, patch: Box, scale: number): void {
    const sight = planeOf(patch, scale);
    for (const [origin, zooms] of this.planes()) {
      const wanted = this.tilesIn(zooms.find((zoom) => zoom.w >= scale * 0.8) ?? zooms.at(-1), origin, sight);
      const there = wanted.filter((tile) => this.arrived.has(tile.image));
      if (there.length < wanted.length) this.drawCoarse(ctx, zooms[0], origin, patch, scale);
      for (const { path, box, image } of there) {
        const [left, top, width, height] = pixelsIn(patch, box, scale);
        if (!width || !height) continue;
        const scaled = madeOnce(`${this.base}/${path}|${scale}`, () => paintBitmap(width, height, (on) => on.drawImage(image, 0, 0, width, height)));
        ctx.drawImage(scaled, left, top);
      }
    }
  }

  sketch(ctx: CanvasRenderingContext2D, patch: Box, scale: number): void {
    for (const [origin, zooms] of this.planes()) this.drawCoarse(ctx, zooms[0], origin, patch, scale);
  }

  /** Not scaled beforehand: a tile from afar is huge when seen from near. */
  private drawCoarse(ctx: CanvasRenderingContext2D, zoom: ZoomLevel | undefined, origin: Spot, patch: Box, scale: number): void {
    const tiles = this.tilesIn(zoom, origin, planeOf(patch, scale));
    if (tiles.some(({ image }) => !this.arrived.has(image))) this.plain.draw(ctx, patch, scale);
    for (const { box, image } of tiles) if (this.arrived.has(image)) ctx.drawImage(image, ...pixelsIn(patch, box, scale));
  }

  private planes(): [Spot, ZoomLevel[]][] {
    return Object.entries(this.index.planes).map(([plane, { origin: [x, y], zooms }]) => {
      const [dx, dy] = this.offsets.get(plane) ?? [0, 0];
      return [[x + dx, y + dy], zooms];
    });
  }

  private tilesIn(zoom: ZoomLevel | undefined, origin: Spot, [left, top, right, bottom]: Box): Tile[] {
    const tiles: Tile[] = [];
    if (!zoom) return tiles;
    const size = this.index.tile / zoom.w;
    for (let column = Math.max(0, Math.floor((left - origin[0]) / size)); column < zoom.columns && origin[0] + column * size < right; column++) {
      for (let row = Math.max(0, Math.floor((top - origin[1]) / size)); row < zoom.rows && origin[1] + row * size < bottom; row++) {
        const [x, y] = [origin[0] + column * size, origin[1] + row * size];
        const [w, h] = [Math.min(size, zoom.width / zoom.w - column * size), Math.min(size, zoom.height / zoom.w - row * size)];
        const path = `${zoom.folder}/${column}_${row}`;
        const box: Box = [x, y, x + w, y + h];
        tiles.push({ path, box, image: this.image(path, box) });
      }
    }
    return tiles;
  }

  private image(path: string, box: Box): HTMLImageElement {
    let image = this.images.get(path);
    if (!image) {
      image = new Image();
      image.decoding = 'async';
      const address = `${this.base}/${path}.${this.index.format}`;
      const loading = image;
      image.onload = () => {
        this.arrived.add(loading);
        this.changed(box);
      };
      let failures = 0;
      image.onerror = () => {
        if (++failures <= TRIES) setTimeout(() => (loading.src = address), AGAIN * failures);
      };
      image.src = address;
      this.images.set(path, image);
    }
    return image;
  }
}

/** Left, top, width and height in a patch. Tiles end on whole pixels where their neighbours begin, so that no seam shows. */
function pixelsIn(patch: Box, box: Box, scale: number): [number, number, number, number] {
  const [left, top, right, bottom] = box.map((edge) => snap(edge * scale)) as unknown as Box;
  return [left - patch[0], top - patch[1], right - left, bottom - top];
}
