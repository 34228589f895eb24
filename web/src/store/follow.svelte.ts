/** Questions that need no person: what follows an order, and what leaves nothing to choose. The server marks both. */
import type { MatchStore } from './match.svelte';
import { desk } from './desk.svelte';
import { keep, kept } from './keep';

/** No chain of such answers is longer. */
const MOST = 12;
/** So many of them are remembered for the log. */
const MOST_KEPT = 200;

export class FollowUp {
  /** what was said without asking, in words; until the next order */
  notes = $state.raw<string[]>([]);
  /** the commands that were said so, by their numbers; the log tells them */
  said = $state.raw<ReadonlySet<number>>(new Set());
  busy = $state(false);
  /** an attack has been ordered, and what follows it has not been said yet: others may have to answer before */
  private eager = false;
  /** whoever takes something back wants to be asked */
  private held = -1;

  constructor(private readonly match: MatchStore, private readonly free: () => boolean) {
    this.recall();
  }

  /** An order has been given. */
  async after(attack: boolean): Promise<void> {
    this.notes = [];
    this.held = -1;
    this.eager = attack && !desk.askFirst;
    await this.answer();
  }

  hold(): void {
    this.said = new Set([...this.said].filter((version) => version <= this.match.version));
    this.held = this.match.version;
    this.eager = false;
    this.notes = [];
  }

  /** Say what follows, and the only answer there is, as often as there is but one. */
  async answer(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let count = 0; count < MOST && this.match.mine && this.free() && this.held !== this.match.version; count++) {
        const title = this.match.view.decision?.title ?? '';
        const next = this.next();
        const only = next === this.match.view.decision?.only;
        if (!next || !(await this.match.send(next))) return;
        if (only) this.remember(this.match.version);
        if (only) this.notes = [...this.notes, this.match.log.findLast((event) => event.at === this.match.version && event.kind !== 'explained')?.text ?? `${title}.`];
      }
    } finally {
      this.busy = false;
    }
  }

  /** What was said without asking in this match before, on this machine. */
  private recall(): void {
    this.said = new Set(kept<number[]>(`only.${this.match.api.id}`, []));
  }

  private remember(version: number): void {
    this.said = new Set([...this.said, version]);
    keep(`only.${this.match.api.id}`, [...this.said].slice(-MOST_KEPT));
  }

  private next(): string | undefined {
    const { decision } = this.match.view;
    const verb = this.eager ? decision?.verbs?.find((one) => one.follows) : undefined;
    this.eager = false;
    if (verb) return verb.verb;
    return decision?.only;
  }
}
