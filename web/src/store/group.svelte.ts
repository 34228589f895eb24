/** Several stacks in hand at once: taken up with a box, sent off together, each as near to its place in the formation as it may go. */
import type { Hex } from '../lib/board';
import type { VerbView } from '../lib/types';
import { shapeOf, slotsOf } from '../lib/verbs';
import type { Table } from './table.svelte';

/** A box on the map, in plane units. */
export type Corners = [number, number, number, number];

export class Group {
  /** the stacks, each with its units */
  stacks = $state.raw<{ hex: Hex; units: string[] }[]>([]);
  /** the box that is being drawn */
  box = $state.raw<Corners | null>(null);
  /** how many of how many have been sent, while it goes on */
  sent = $state.raw<{ done: number; of: number } | null>(null);
  /** what came of the last order */
  note = $state('');

  /** who went which way together last, so that it can be repeated */
  last = $state.raw<{ units: string[]; dx: number; dy: number } | null>(null);

  constructor(private readonly table: Table) {}

  /** Can those who marched together last do so again? */
  readonly again = $derived.by((): boolean => this.last !== null && this.last.units.some((unit) => this.table.orders.able.has(unit) && !this.table.unit(unit)?.state?.includes('moved')));

  /** The same march once more, from where everybody stands now. */
  async repeat(): Promise<void> {
    const { last, table } = this;
    if (!last) return;
    this.choose([...new Set(last.units.map((unit) => table.places.get(unit)?.at ?? ''))], new Set(last.units));
    if (!this.stacks.length && table.orders.units.length && table.selected) this.stacks = [{ hex: table.selected, units: table.orders.units }];
    table.orders.clear();
    await this.march(last.dx, last.dy);
  }

  get units(): string[] {
    return this.stacks.flatMap(({ units }) => units);
  }

  /** Take up all stacks in a box that can march. */
  take([x1, y1, x2, y2]: Corners): void {
    const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
    this.choose(this.table.match.board.hexes.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom).map(({ name }) => name));
  }

  /** Take up what can march in these hexes; only some units of them, if they are named. */
  choose(hexes: string[], only?: ReadonlySet<string>): void {
    const { table } = this;
    this.note = '';
    const able = (unit: string): boolean => (!only || only.has(unit)) && this.marches(unit) !== undefined;
    const stacks = hexes.flatMap((name) => {
      const [hex, units] = [table.match.board.hex(name), table.ableAt(name).filter((unit) => able(unit) && !table.unit(unit)?.state?.includes('moved'))];
      return hex && units.length ? [{ hex, units }] : [];
    });
    table.orders.clear();
    this.stacks = [];
    if (stacks.length === 1 && stacks[0]) {
      table.selected = stacks[0].hex;
      table.orders.pick(stacks[0].units);
    } else this.stacks = stacks;
  }

  /** Could the stack in a hex march together with what is in hand? */
  joins(hex: Hex): boolean {
    const { table } = this;
    const elsewhere = this.stacks.length ? this.stacks.every((one) => one.hex !== hex) : table.picked && table.places.get(table.orders.units[0] ?? '')?.at !== hex.name;
    return elsewhere && table.ableAt(hex.name).length > 0;
  }

  /** One stack more, beside those in hand: what a box does, stack by stack. */
  add(hex: Hex): void {
    const { table } = this;
    const named = this.units.length ? this.units : table.orders.units;
    const hexes = [...new Set(named.map((unit) => table.places.get(unit)?.at ?? '')), hex.name];
    this.choose(hexes, new Set([...named, ...table.ableAt(hex.name)]));
  }

  /** Where everybody would go if the nearest stack were sent to a hex, before the rules are asked. */
  sketch(goal: Hex): { from: Hex; to: { x: number; y: number } }[] {
    const first = this.nearest(goal);
    return first ? this.stacks.map(({ hex }) => ({ from: hex, to: { x: hex.x + goal.x - first.hex.x, y: hex.y + goal.y - first.hex.y } })) : [];
  }

  private nearest(goal: Hex): { hex: Hex } | undefined {
    const away = ({ hex }: { hex: Hex }): number => Math.hypot(hex.x - goal.x, hex.y - goal.y);
    return [...this.stacks].sort((a, b) => away(a) - away(b))[0];
  }

  /** What a unit would be sent off with: a march along a way, or to a hex where the game asks for no way. */
  private marches(unit: string): VerbView | undefined {
    const verbs = (this.table.orders.able.get(unit) ?? []).filter((verb) => shapeOf(verb) === 'units-hex');
    return verbs.find((verb) => slotsOf(verb).path) ?? verbs[0];
  }

  clear(): void {
    this.stacks = [];
  }

  /** Send everybody so that the stack nearest to the hex comes there, and the others as they stand to it now. */
  async send(goal: Hex): Promise<void> {
    const first = this.nearest(goal);
    if (!first) return;
    await this.march(goal.x - first.hex.x, goal.y - first.hex.y);
  }

  /** Everybody so far in this direction, or as near to it as he may go; those in front first. */
  private async march(dx: number, dy: number): Promise<void> {
    const { table } = this;
    const away = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);
    const order = [...this.stacks].sort((a, b) => (b.hex.x - a.hex.x) * dx + (b.hex.y - a.hex.y) * dy);
    if (!order.length) return;
    this.last = { units: this.units, dx, dy };
    this.clear();
    let moved = 0;
    for (const [k, { hex, units }] of order.entries()) {
      this.sent = { done: k, of: order.length };
      const verb = this.marches(units[0] ?? '');
      if (!verb) continue;
      const { hexes } = await table.match.api.options(verb.verb, units, []).catch(() => ({ hexes: [] as string[] }));
      const wanted = { x: hex.x + dx, y: hex.y + dy };
      const near = hexes.flatMap((name) => table.match.board.hex(name) ?? []).filter((one) => away(one, wanted) < away(hex, wanted)).sort((a, b) => away(a, wanted) - away(b, wanted));
      // what is full for a stack is left to the next best hex
      for (const there of near.slice(0, 3)) {
        if (await table.act({ verb: verb.verb, units, hexes: [there.name] }, there.name)) {
          moved += 1;
          break;
        }
        table.match.refusal = null;
      }
    }
    this.sent = null;
    this.note = moved < order.length ? `${moved} of ${order.length} stacks have marched; the others cannot get nearer.` : `${moved} stacks have marched.`;
  }
}
