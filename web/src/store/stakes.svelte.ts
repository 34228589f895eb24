/** The desk: what is left to do and what is at stake before a decision ends, as the server tells it, and what this person leaves out. */
import type { Desk, Item, Threat, VerbView } from '../lib/types';
import { keep, kept } from './keep';
import type { MatchStore } from './match.svelte';

/** What an enemy can do; everything else on the desk is what one can do oneself. */
const DANGERS = new Set(['open', 'cut', 'pocket', 'attack', 'unsupplied']);
/** Dangers that are worth knowing but never hold up the end of a phase. */
const PASSING = new Set(['attack', 'unsupplied']);
/** Milliseconds without a change before the desk is asked for: a row of quick moves asks once. */
const PAUSE = 250;

export const isDanger = (item: Item): boolean => DANGERS.has(item.kind);

export class Stakes {
  desk = $state.raw<Desk | null>(null);
  threats = $state.raw<Threat[]>([]);
  /** is the list older than the position? */
  checking = $state(false);
  failed = $state(false);
  /** is the desk looked at because somebody wants to end the phase? */
  holding = $state(false);
  /** the verb that would end the decision, while the desk asks whether it shall */
  ending = $state.raw<VerbView | null>(null);
  leftOut = $state.raw<string[]>([]);
  private timer = 0;
  private asked = 0;

  constructor(private readonly match: MatchStore) {
    this.leftOut = kept<string[]>(`leftOut ${match.api.id}`, []);
  }

  readonly items = $derived((this.desk?.items ?? []).filter((item) => !this.leftOut.includes(item.kind) || item.fatal));
  readonly dangers = $derived(this.items.filter(isDanger));
  readonly left = $derived(this.items.filter((item) => !isDanger(item)));
  readonly fatal = $derived(this.items.filter((item) => item.fatal));
  /** Is there something that one should look at before the phase ends? */
  readonly open = $derived(this.items.filter((item) => item.fatal || !PASSING.has(item.kind)));

  /** What nobody wants to be told in this game any more; what loses it is told all the same. */
  leave(kind: string): void {
    this.leftOut = this.leftOut.includes(kind) ? this.leftOut.filter((one) => one !== kind) : [...this.leftOut, kind];
    keep(`leftOut ${this.match.api.id}`, this.leftOut);
  }

  /** The position is another: ask again, once it has come to rest. */
  changed(): void {
    // what another wing does meanwhile is no reason to forget what this one is asked
    if (!this.match.view.decision?.verbs?.some((verb) => verb.verb === this.ending?.verb && verb.title === this.ending.title)) this.ending = null;
    window.clearTimeout(this.timer);
    if (!this.match.mine) {
      this.asked += 1;
      this.desk = null;
      this.checking = false;
      return;
    }
    this.checking = true;
    this.timer = window.setTimeout(() => void this.ask(), PAUSE);
  }

  async ask(): Promise<void> {
    window.clearTimeout(this.timer);
    const mine = (this.asked += 1);
    try {
      const desk = await this.match.api.desk();
      if (mine === this.asked) [this.desk, this.failed] = [desk, false];
    } catch {
      if (mine === this.asked) [this.desk, this.failed] = [null, true];
    }
    if (mine === this.asked) this.checking = false;
  }

  async askThreats(): Promise<void> {
    const { revision } = this.match;
    const answer = await this.match.api.threats().catch(() => null);
    if (answer && revision === this.match.revision) this.threats = answer.threats;
  }

  /** Should the desk be looked at before this ends the decision? */
  async holds(verb: VerbView): Promise<boolean> {
    this.holding = true;
    if (this.checking) await this.ask();
    this.holding = false;
    if (!this.open.length) return false;
    this.ending = verb;
    return true;
  }
}
