/** Marches over several turns: shown with their turns, begun by one click, and gone on with by one click in each later turn. */
import type { Hex } from '../lib/board';
import type { Route } from '../lib/types';
import { slotsOf } from '../lib/verbs';
import { keep, kept } from './keep';
import type { Table } from './table.svelte';

export interface March {
  units: string[];
  goal: string;
}

export class Marches {
  /** marches that are not over, of all seats at this screen */
  all = $state.raw<March[]>([]);
  /** a march that is looked at: whose, where to, and the way */
  preview = $state.raw<(March & { route: Route }) | null>(null);
  busy = $state(false);

  constructor(private readonly table: Table) {
    this.all = kept<March[]>(this.key, []);
  }

  private get key(): string {
    return `marches.${this.table.match.api.id}`;
  }

  /** Those that could go on now. */
  readonly waiting = $derived.by((): March[] => this.all.filter(({ units }) => units.every((unit) => this.table.orders.able.has(unit) && !this.table.unit(unit)?.state?.includes('moved'))));

  /** Can what is picked be sent on a march at all? */
  get possible(): boolean {
    const { orders, plan } = this.table;
    return orders.units.length > 0 && !plan.active && orders.verb !== null && slotsOf(orders.verb).path && orders.reach !== null;
  }

  /** Find the way to a hex beyond reach. */
  async look(goal: string): Promise<void> {
    this.preview = null;
    if (!this.possible) return;
    const units = [...this.table.orders.units];
    const route = await this.table.match.api.march(units, goal).catch(() => null);
    if (route?.path.length && units.join() === this.table.orders.units.join()) this.preview = { units, goal, route };
  }

  /** How many turns a way takes, this one counted. */
  turns = (route: Route): number => (route.turns.at(-1) ?? 0) + 1;

  /** The hexes in which the turns end, with the number of the turn. */
  ends(route: Route): { hex: string; turn: number }[] {
    return route.path.flatMap((hex, k) => (k === route.path.length - 1 || route.turns[k + 1] !== route.turns[k] ? [{ hex, turn: (route.turns[k] ?? 0) + 1 }] : []));
  }

  async begin(): Promise<void> {
    const { preview } = this;
    if (!preview) return;
    this.preview = null;
    this.table.match.refusal = null;
    const march = { units: preview.units, goal: preview.goal };
    this.save([...this.all.filter(({ units }) => !units.some((unit) => march.units.includes(unit))), march]);
    await this.step(march, preview.route);
  }

  /** All that wait go on. */
  async goOn(): Promise<void> {
    this.busy = true;
    for (const march of this.waiting) {
      const route = await this.table.match.api.march(march.units, march.goal).catch(() => null);
      if (route?.path.length) await this.step(march, route);
    }
    this.busy = false;
  }

  drop(march: March): void {
    this.save(this.all.filter((other) => other !== march));
  }

  /** As far along the way as the rules allow in this turn. */
  private async step(march: March, route: Route): Promise<void> {
    const { table } = this;
    const verb = table.orders.able.get(march.units[0] ?? '')?.find((one) => slotsOf(one).path);
    if (!verb) return;
    const { hexes } = await table.match.api.options(verb.verb, march.units, []).catch(() => ({ hexes: [] as string[] }));
    const allowed = new Set(hexes);
    const goal = route.path.findLast((hex) => allowed.has(hex));
    if (!goal) return;
    const done = await table.act({ verb: verb.verb, units: march.units, hexes: [goal] }, goal);
    if (done && goal === march.goal) this.drop(march);
  }

  private save(marches: March[]): void {
    this.all = marches;
    keep(this.key, marches);
  }

  hexes(route: Route, units: string[]): Hex[] {
    const start = this.table.places.get(units[0] ?? '')?.at ?? '';
    return [start, ...route.path].flatMap((name) => this.table.match.board.hex(name) ?? []);
  }
}
