/** The planning layer: orders tried on a copy of the position, with full rules, before any of them is given. */
import { Failure } from '../lib/api';
import type { CommandForm, Planned, Refusal, View } from '../lib/types';
import { keep, kept } from './keep';
import type { MatchStore } from './match.svelte';

export interface Sketch {
  command: CommandForm;
  text: string;
  note: string;
  /** attacks are weighed but not tried: what comes after them depends on dice */
  attack: boolean;
  from?: string;
}

export class Plan {
  active = $state(false);
  sketches = $state.raw<Sketch[]>([]);
  view = $state.raw<View | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** orders are being tried */
  busy = $state(false);

  /** plans put aside under a name, in this browser */
  saved = $state.raw<Record<string, Sketch[]>>({});

  constructor(private readonly match: MatchStore) {
    this.saved = kept<Record<string, Sketch[]>>(this.key, {});
  }

  private get key(): string {
    return `plans.${this.match.api.id}`;
  }

  putAside(name: string): void {
    this.saved = { ...this.saved, [name]: this.sketches };
    keep(this.key, this.saved);
  }

  /** Take up a plan again: what the position no longer allows is dropped, and said. */
  async takeUp(name: string): Promise<void> {
    this.sketches = this.saved[name] ?? [];
    this.active = true;
    await this.refresh();
  }

  forget(name: string): void {
    this.saved = Object.fromEntries(Object.entries(this.saved).filter(([other]) => other !== name));
    keep(this.key, this.saved);
  }

  /** The orders that have been tried on the copy, in order. */
  get commands(): CommandForm[] {
    return this.sketches.filter((sketch) => !sketch.attack).map((sketch) => sketch.command);
  }

  toggle(): void {
    this.active = !this.active;
    this.refusal = null;
    if (this.active) void this.refresh();
    else this.view = null;
  }

  async add(sketch: Sketch): Promise<boolean> {
    this.refusal = null;
    if (sketch.attack) {
      this.sketches = [...this.sketches, sketch];
      return true;
    }
    try {
      const answer = await this.attempt([...this.commands, sketch.command]);
      const refused = answer.steps.find((step): step is Refusal => 'why' in step);
      if (refused) {
        this.refusal = refused;
        return false;
      }
      this.sketches = [...this.sketches, sketch];
      this.view = answer.view;
      return true;
    } catch (error) {
      this.refusal = { rule: '', why: error instanceof Failure && error.status === 404 ? 'This server cannot try orders in advance.' : String(error) };
      return false;
    }
  }

  private attempt(commands: CommandForm[]): Promise<Planned> {
    this.busy = true;
    return this.match.api.plan(commands).finally(() => (this.busy = false));
  }

  /** Try everything again on the position as it is now; what no longer works is dropped. */
  async refresh(): Promise<void> {
    if (!this.commands.length) {
      this.view = null;
      return;
    }
    const answer = await this.attempt(this.commands).catch(() => null);
    if (!answer) return;
    const good = answer.steps.findIndex((step) => 'why' in step);
    if (good >= 0) {
      const kept = this.commands.slice(0, good);
      this.sketches = this.sketches.filter((sketch) => sketch.attack || kept.includes(sketch.command));
      this.refusal = answer.steps[good] as Refusal;
    }
    this.view = answer.view;
  }

  async remove(index: number): Promise<void> {
    this.sketches = this.sketches.filter((_, k) => k !== index);
    await this.refresh();
  }

  clear(): void {
    this.sketches = [];
    this.view = null;
    this.refusal = null;
  }

  /** Give the first order for real. */
  async commit(): Promise<boolean> {
    const first = this.sketches[0];
    if (!first) return false;
    const done = await this.match.send(first.command);
    if (done) {
      this.sketches = this.sketches.slice(1);
      if (!this.sketches.length) {
        this.active = false;
        this.view = null;
      } else await this.refresh();
    }
    return done;
  }
}
