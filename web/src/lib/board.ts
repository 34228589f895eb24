/** The board as the page needs it: where hexes lie, what borders on what, what stands in a hex. */
import type { BoardInfo, HexInfo } from './types';

export interface Hex extends HexInfo {
  index: number;
}

export interface SideFeature {
  kind: string;
  name: string;
  provenance: string;
}

/** Left, top, right and bottom. */
export type Bounds = [number, number, number, number];

/** One of the maps of a board, and where it lies. */
export interface Plane {
  name: string;
  bounds: Bounds;
}

/** How far apart the planes of a board are laid, in hexes. */
const PLANE_GAP = 2;
/** From the middle of a hex to the rim of the board. */
const RIM = 0.62;

function boundsOf(hexes: readonly Hex[]): Bounds {
  return hexes.reduce<Bounds>(([l, t, r, b], { x, y }) => [Math.min(l, x - RIM), Math.min(t, y - RIM), Math.max(r, x + RIM), Math.max(b, y + RIM)], [Infinity, Infinity, -Infinity, -Infinity]);
}

/** A word that could be a hex: four figures, perhaps after the name of a map. */
const HEX_WORD = /(?:\w+\/)?\b\d{4}\b/g;
export const HEX_SPLIT = /((?:\w+\/)?\b\d{4}\b)/;

export class Board {
  readonly hexes: Hex[];
  readonly bounds: Bounds;
  readonly planes: Plane[];
  /** how far the planes have been moved, across and down */
  readonly planeOffsets = new Map<string, [number, number]>();
  private readonly byName = new Map<string, Hex>();
  private readonly cells = new Map<string, Hex[]>();
  private readonly features = new Map<string, SideFeature[]>();
  private readonly steps: [number, number][];

  constructor(readonly data: BoardInfo) {
    this.hexes = data.hexes.map((hex, index) => ({ ...hex, index }));
    this.planes = this.layPlanes();
    for (const hex of this.hexes) {
      this.byName.set(hex.name, hex);
      const key = this.cell(hex.x, hex.y);
      const bucket = this.cells.get(key);
      if (bucket) bucket.push(hex);
      else this.cells.set(key, [hex]);
    }
    for (const side of data.sides) {
      for (const key of [`${side.a}|${side.b}`, `${side.b}|${side.a}`]) {
        const known = this.features.get(key) ?? [];
        known.push({ kind: side.kind, name: side.name, provenance: side.provenance });
        this.features.set(key, known);
      }
    }
    const first = data.stagger === 'columns' ? -90 : -60;
    this.steps = [0, 1, 2, 3, 4, 5].map((k) => {
      const angle = ((first + 60 * k) * Math.PI) / 180;
      return [Math.cos(angle), Math.sin(angle)];
    });
    this.bounds = boundsOf(this.hexes);
  }

  /** Planes lie side by side, west to east and with their upper edges in line, in the order the server lists them. */
  private layPlanes(): Plane[] {
    const planes: Plane[] = [];
    for (const name of new Set(this.hexes.map((hex) => hex.plane ?? 'main'))) {
      const own = this.hexes.filter((hex) => (hex.plane ?? 'main') === name);
      const [left, top] = boundsOf(own);
      const last = planes.at(-1)?.bounds;
      const [dx, dy] = last ? [last[2] + PLANE_GAP - 2 * RIM - left, last[1] - top] : [0, 0];
      for (const hex of own) [hex.x, hex.y] = [hex.x + dx, hex.y + dy];
      this.planeOffsets.set(name, [dx, dy]);
      planes.push({ name, bounds: boundsOf(own) });
    }
    return planes;
  }

  private cell(x: number, y: number): string {
    return `${Math.floor(x)},${Math.floor(y)}`;
  }

  hex(name: string): Hex | undefined {
    return this.byName.get(name);
  }

  /** The hexes that a sentence names, in its order. */
  named(text: string): Hex[] {
    return (text.match(HEX_WORD) ?? []).flatMap((word) => this.hex(word) ?? []);
  }

  /** The hex under a point of the plane. */
  at(x: number, y: number): Hex | undefined {
    let best: Hex | undefined;
    let least = 0.36;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const hex of this.cells.get(this.cell(x + dx, y + dy)) ?? []) {
          const apart = (hex.x - x) ** 2 + (hex.y - y) ** 2;
          if (apart < least) [best, least] = [hex, apart];
        }
      }
    }
    return best;
  }

  /** The neighbour in a direction 0 to 5, clockwise from north (columns staggered) or north-east (rows staggered). */
  neighbour(hex: Hex, direction: number): Hex | undefined {
    const step = this.steps[direction];
    const found = step && this.at(hex.x + step[0], hex.y + step[1]);
    return found && found !== hex && Math.hypot(found.x - hex.x, found.y - hex.y) < 1.2 ? found : undefined;
  }

  /** The corners of the hexagon around a hex that holds everything within so many hexes. */
  ring(hex: Hex, hexes: number): [number, number][] {
    return this.steps.map(([dx, dy]) => [hex.x + dx * (hexes + 0.5), hex.y + dy * (hexes + 0.5)]);
  }

  direction(from: Hex, to: Hex): number {
    return this.steps.findIndex(([dx, dy]) => Math.hypot(from.x + dx - to.x, from.y + dy - to.y) < 0.2);
  }

  /** The ground of the palette that draws a terrain. */
  ground(terrain: string): string {
    const found = this.data.grounds[terrain];
    if (!found) throw new Error(`the board of ${this.data.title} does not say how to draw the terrain '${terrain}'`);
    return found;
  }

  /** How a hexside feature is drawn: along the side or from hex to hex, and in which colour, if at all. */
  line(kind: string): { across: boolean; colour: string } {
    const found = this.data.lines[kind];
    if (!found) throw new Error(`the board of ${this.data.title} does not say how to draw the hexside '${kind}'`);
    return found;
  }

  sideFeatures(a: string, b: string): SideFeature[] {
    return this.features.get(`${a}|${b}`) ?? [];
  }

  /** The features of all six hexsides, with the direction they look in. */
  around(hex: Hex): ({ direction: string } & SideFeature)[] {
    const names = this.data.stagger === 'columns' ? ['N', 'NE', 'SE', 'S', 'SW', 'NW'] : ['NE', 'E', 'SE', 'SW', 'W', 'NW'];
    return names.flatMap((direction, k) => {
      const near = this.neighbour(hex, k);
      return near ? this.sideFeatures(hex.name, near.name).map((feature) => ({ direction, ...feature })) : [];
    });
  }

  placesAt(hex: string): BoardInfo['places'] {
    return this.data.places.filter((place) => place.hex === hex);
  }

  areasAt(hex: string): { name: string; title: string }[] {
    return Object.entries(this.data.areas)
      .filter(([, area]) => area.hexes.length > 1 && area.hexes.includes(hex))
      .map(([name, area]) => ({ name, title: area.title }));
  }

  isBox(name: string): boolean {
    return !this.byName.has(name);
  }
}
