/** A staff: an order to units or to a sector becomes a plan, which is looked over, changed, and given line by line. */
import type { StaffLine, StaffPlan } from '../lib/types';
import type { Sketch } from './plan.svelte';
import type { Table } from './table.svelte';

export const ORDERS = [
  { word: 'hold', title: 'Hold', goal: false },
  { word: 'advance', title: 'Advance on', goal: true },
  { word: 'encircle', title: 'Encircle', goal: true },
  { word: 'withdraw', title: 'Withdraw to', goal: true },
  { word: 'refit', title: 'Refit', goal: false },
] as const;

export interface Whom {
  title: string;
  units: string[];
  hexes: string[];
}

const sketchOf = (line: StaffLine): Sketch => ({ command: line.form, text: line.command, note: line.odds || line.reason, attack: line.attack, from: line.start });

export class Staff {
  word = $state<string>('advance');
  goal = $state('');
  whom = $state.raw<Whom | null>(null);
  plan = $state.raw<StaffPlan | null>(null);
  /** the lines that would be given */
  chosen = $state.raw<ReadonlySet<StaffLine>>(new Set());
  busy = $state(false);
  /** why there is no plan, or why it stopped */
  note = $state('');

  constructor(private readonly table: Table) {}

  /** Is there a goal to be named? */
  readonly aims = $derived(ORDERS.some(({ word, goal }) => word === this.word && goal));
  readonly ready = $derived(Boolean(this.whom) && (!this.aims || Boolean(this.goal)) && !this.busy);

  /** Those in hand, or the units of the chosen hex that can act. */
  inHand(): Whom | null {
    const { group, orders, selected } = this.table;
    const units = group.units.length ? group.units : orders.units.length ? orders.units : selected ? this.table.ableAt(selected.name) : [];
    return units.length ? { title: `${units.length} ${units.length === 1 ? 'unit' : 'units'} in hand`, units: [...units], hexes: [] } : null;
  }

  /** Whoever stands within so many hexes of the chosen one, and stays there. */
  sector(far: number): Whom | null {
    const { selected, match } = this.table;
    if (!selected) return null;
    const near = match.board.hexes.filter(({ x, y }) => Math.hypot(x - selected.x, y - selected.y) <= far + 0.05);
    return { title: `the sector of ${near.length} hexes around ${selected.name}`, units: [], hexes: near.map(({ name }) => name) };
  }

  take(whom: Whom | null): void {
    if (!whom) {
      this.note = 'Choose a stack on the map first.';
      return;
    }
    this.drop();
    this.whom = whom;
    this.table.group.clear();
    this.table.orders.clear();
  }

  async ask(): Promise<void> {
    if (!this.whom) return;
    this.drop();
    this.busy = true;
    try {
      const { units, hexes } = this.whom;
      const goal = this.aims ? this.goal.split(/[\s,+]+/).filter(Boolean) : [];
      this.plan = await this.table.match.api.staff({ word: this.word, units, hexes, goal });
      this.chosen = new Set(this.plan.lines.filter((line) => line.chosen));
      this.note = this.plan.why;
      await this.sketch();
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  /** Take a line in or leave it out. */
  async toggle(line: StaffLine): Promise<void> {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(line)) chosen.add(line);
    this.chosen = chosen;
    await this.sketch();
  }

  /** Show the chosen lines on the map as a plan is shown. */
  private async sketch(): Promise<void> {
    const { plan } = this.table;
    this.table.orders.clear();
    plan.sketches = (this.plan?.lines ?? []).filter((line) => this.chosen.has(line)).map(sketchOf);
    plan.active = plan.sketches.length > 0;
    plan.view = null;
    plan.refusal = null;
    await plan.refresh();
  }

  /** Give the chosen lines one by one, up to the first refusal, die or other decision; what is left stays. */
  async give(): Promise<void> {
    const { match, plan } = this.table;
    if (!this.plan) return;
    this.busy = true;
    plan.active = false;
    plan.view = null;
    const step = match.view.decision?.step;
    let lines = this.plan.lines.filter((line) => this.chosen.has(line));
    let stopped = '';
    while (lines.length && !stopped) {
      const [line] = lines;
      if (!line) break;
      if (!(await match.send(line.form))) {
        stopped = `The staff stops: ${line.command} is refused.`;
        break;
      }
      lines = lines.slice(1);
      if (lines.length && (line.attack || !match.mine || match.view.decision?.step !== step)) stopped = 'The staff stops: something is to be decided first. Go on when it is done.';
    }
    this.busy = false;
    this.note = stopped || 'All has been given.';
    const left = new Set(lines);
    this.plan = lines.length ? { ...this.plan, lines, cautions: [], stays: [] } : null;
    this.chosen = left;
    plan.clear();
  }

  drop(): void {
    if (this.plan) this.table.plan.clear();
    this.table.plan.active = false;
    this.plan = null;
    this.chosen = new Set();
    this.note = '';
  }
}
