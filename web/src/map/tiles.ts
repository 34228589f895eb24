/** The map art: pre-drawn tiles at a few zooms, loaded as they come into sight, and the list of names. */
import type { Theme } from '../lib/tokens';
import { toScreen, type Camera } from './camera';

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

export class TileMap {
  names: MapName[] = [];
  private readonly images = new Map<string, HTMLImageElement>();

  private constructor(private readonly base: string, private readonly index: TileIndex, private readonly offsets: Map<string, number>, private readonly changed: () => void) {}

  /** The tiles of a board, or nothing when the server has none (the page then draws a plain map itself). */
  static async load(slug: string, theme: Theme, offsets: Map<string, number>, changed: () => void): Promise<TileMap | null> {
    const base = `/api/games/${slug}/tiles/${theme}`;
    try {
      const answer = await fetch(`${base}/index.json`);
      if (!answer.ok) return null;
      const map = new TileMap(base, (await answer.json()) as TileIndex, offsets, changed);
      for (const [plane, art] of Object.entries(map.index.planes)) {
        const names = await fetch(`${base}/${art.names}`);
        if (!names.ok) continue;
        const shift = offsets.get(plane) ?? 0;
        map.names.push(...((await names.json()) as MapName[]).map((name) => ({ ...name, x: name.x + shift })));
      }
      return map;
    } catch {
      return null;
    }
  }

  /** Draw what is in sight, the nearest zoom that is loaded first. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, ratio: number): void {
    for (const [plane, art] of Object.entries(this.index.planes)) {
      const wanted = art.zooms.find((zoom) => zoom.w >= camera.w * ratio * 0.8) ?? art.zooms.at(-1);
      const coarse = art.zooms[0];
      const [left, top] = toScreen(camera, art.origin[0] + (this.offsets.get(plane) ?? 0), art.origin[1]);
      if (coarse && coarse !== wanted) this.drawZoom(ctx, camera, coarse, left, top);
      if (wanted) this.drawZoom(ctx, camera, wanted, left, top);
    }
  }

  private drawZoom(ctx: CanvasRenderingContext2D, camera: Camera, zoom: ZoomLevel, left: number, top: number): void {
    const scale = camera.w / zoom.w;
    const size = this.index.tile * scale;
    const [first, last] = [Math.max(0, Math.floor(-left / size)), Math.min(zoom.columns - 1, Math.floor((camera.width - left) / size))];
    const [upper, lower] = [Math.max(0, Math.floor(-top / size)), Math.min(zoom.rows - 1, Math.floor((camera.height - top) / size))];
    for (let column = first; column <= last; column++) {
      for (let row = upper; row <= lower; row++) {
        const image = this.image(`${zoom.folder}/${column}_${row}`);
        if (!image.complete || !image.naturalWidth) continue;
        const x = left + column * size;
        const y = top + row * size;
        // half a pixel more, so that no seam shows between neighbours
        ctx.drawImage(image, x, y, image.naturalWidth * scale + 0.6, image.naturalHeight * scale + 0.6);
      }
    }
  }

  private image(path: string): HTMLImageElement {
    let image = this.images.get(path);
    if (!image) {
      image = new Image();
      image.decoding = 'async';
      image.onload = this.changed;
      const address = `${this.base}/${path}.${this.index.format}`;
      const loading = image;
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
