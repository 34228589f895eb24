/** Things of the plane sorted into cells, so that painting a part of the map looks at that part alone. */
import { touches, type Box } from './box';

const CELL = 6;
/** More rows of cells than any board has. */
const ROWS = 4096;

export class Grid<T> {
  private readonly boxes: Box[];
  private readonly cells = new Map<number, number[]>();

  constructor(private readonly items: readonly T[], boxOf: (item: T) => Box) {
    this.boxes = items.map(boxOf);
    this.boxes.forEach((box, k) => {
      for (const key of cellsOf(box)) {
        const cell = this.cells.get(key);
        if (cell) cell.push(k);
        else this.cells.set(key, [k]);
      }
    });
  }

  /** What touches a box, in the order in which it was given. */
  within(box: Box): T[] {
    const found = new Set<number>();
    for (const key of cellsOf(box)) for (const k of this.cells.get(key) ?? []) if (touches(this.boxes[k] as Box, box)) found.add(k);
    return [...found].sort((a, b) => a - b).map((k) => this.items[k] as T);
  }
}

function* cellsOf([left, top, right, bottom]: Box): Generator<number> {
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++) yield column * ROWS + row;
}

const made = new WeakMap<readonly unknown[], Grid<unknown>>();

/** The grid of a list, made once. */
export function gridOf<T>(items: readonly T[], boxOf: (item: T) => Box): Grid<T> {
  let grid = made.get(items) as Grid<T> | undefined;
  if (!grid) made.set(items, (grid = new Grid(items, boxOf)));
  return grid;
}
