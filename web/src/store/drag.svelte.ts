/** Counters in the hand: taken up from a stack or the tray, carried over the map with reach and cost, let go on a hex. */
import type { Hex } from '../lib/board';
import type { Table } from './table.svelte';

/** From how many pixels on a press on the tray is a drag. */
const SLACK = 6;
/** How long a counter that has been let go waits for the answer where it may go. */
const PATIENCE = 3000;

export class Drag {
  /** where on the page the hand is; none: nothing is carried */
  at = $state.raw<{ x: number; y: number } | null>(null);
  /** the hex at a point of the page, told by the map */
  hexAt: (x: number, y: number) => Hex | undefined = () => undefined;
  /** what a finger has been shown: the hex, and who would go there */
  private seen = $state.raw<{ hex: Hex; hand: string } | null>(null);

  constructor(private readonly table: Table) {}

  lift(hex: Hex): boolean {
    const { table } = this;
    const here = table.ableAt(hex.name);
    if (!here.length || table.replaying || table.orders.builder) return false;
    if (!here.some((unit) => table.orders.units.includes(unit))) table.orders.pick(table.together(here));
    if (!table.picked) return false;
    table.selected = hex;
    return true;
  }

  carry({ clientX: x, clientY: y }: { clientX: number; clientY: number }): void {
    this.at = { x, y };
  }

  /** Let go: sent there, or refused with the rule that says so. */
  async land(hex: Hex | null): Promise<void> {
    this.at = null;
    const { table } = this;
    const { orders } = table;
    for (const end = Date.now() + PATIENCE; orders.pending && Date.now() < end; ) await new Promise((done) => setTimeout(done, 20));
    if (!hex || !orders.units.length || table.places.get(orders.units[0] ?? '')?.at === hex.name) return;
    if (orders.allowed?.has(hex.name) || orders.reach?.assaults?.[hex.name] !== undefined || orders.targets.has(hex.name)) await table.click(hex);
    else await table.explain(hex.name, true);
  }

  /** A press on a counter in the tray, in a spread stack or in a list: a click takes it up, a drag carries it to the map. */
  from(event: PointerEvent, take: () => void, taken: boolean): void {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const begun = { x: event.clientX, y: event.clientY };
    let away = false;
    const move = (now: PointerEvent): void => {
      if (!away && Math.hypot(now.clientX - begun.x, now.clientY - begun.y) <= SLACK) return;
      if (!away && !taken) take();
      away = true;
      this.carry(now);
      this.table.point(this.hexAt(now.clientX, now.clientY) ?? null);
    };
    const up = (now: PointerEvent): void => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      if (away) void this.land(this.hexAt(now.clientX, now.clientY) ?? null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  }

  /** A finger: the first tap on a hex in reach shows the way, the second, or the button below the map, goes it. */
  async tap(hex: Hex): Promise<void> {
    const { table } = this;
    const shows = (table.group.stacks.length > 0 || (table.picked && table.orders.allowed?.has(hex.name))) && this.previewed !== hex;
    if (shows && !table.replaying) {
      this.seen = { hex, hand: this.hand };
      table.point(hex);
    } else {
      this.seen = null;
      await table.click(hex);
    }
  }

  /** The hex whose way a finger has been shown, as long as the same units are in hand. */
  get previewed(): Hex | null {
    return this.seen && this.seen.hand === this.hand && this.hand ? this.seen.hex : null;
  }

  private get hand(): string {
    return [...this.table.orders.units, ...this.table.group.units].join();
  }

  async confirm(): Promise<void> {
    const { previewed } = this;
    this.forget();
    if (previewed) await this.table.click(previewed);
  }

  forget(): void {
    this.seen = null;
    this.table.point(null);
  }
}
