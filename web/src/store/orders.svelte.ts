/** What the player has picked so far, and what the verbs of the decision allow next. Knows patterns, not rules. */
import { shapeOf, slotsOf, wantsForm, type Shape } from '../lib/verbs';
import type { CommandForm, Consequence, Odds, Reach, Refusal, Target, Targets, UnitView, VerbView, View } from '../lib/types';
import { desk } from './desk.svelte';
import type { MatchStore } from './match.svelte';
import type { Plan } from './plan.svelte';

export interface Builder {
  verb: VerbView;
  target: string;
  /** further hexes, where a verb takes several */
  more: string[];
  candidates: string[];
  chosen: string[];
  number: number;
  /** has the player set the number? then nobody has to ask for it again */
  answered?: boolean;
}

/** Of more targets than these nobody wants to read odds. */
const MOST_SURVEYED = 150;

export class Orders {
  verbName = $state('');
  units = $state.raw<string[]>([]);
  reach = $state.raw<Reach | null>(null);
  allowed = $state.raw<Set<string> | null>(null);
  stuck = $state.raw<Refusal | null>(null);
  builder = $state.raw<Builder | null>(null);
  /** hexes that the units in hand could attack, where they are looked at for that */
  aims = $state.raw<Set<string> | null>(null);
  /** likely odds of what can be attacked, by hex */
  likely = $state.raw<ReadonlyMap<string, Target>>(new Map());
  odds = $state.raw<Odds | null>(null);
  /** what follows if the target falls; not known yet: null */
  falls = $state.raw<Consequence[] | null>(null);
  oddsRefusal = $state.raw<Refusal | null>(null);
  /** questions that have not been answered yet */
  pending = $state(0);
  private asked = 0;
  private surveyed = 0;

  constructor(private readonly match: MatchStore, private readonly plan: Plan, private readonly shown: () => View) {}

  get verbs(): VerbView[] {
    const decision = this.shown().decision;
    return decision && decision.seat === this.shown().seat ? (decision.verbs ?? []) : [];
  }

  of(...shapes: Shape[]): VerbView[] {
    return this.verbs.filter((verb) => shapes.includes(shapeOf(verb)));
  }

  /** The verb that the picked units would be used with. */
  get verb(): VerbView | null {
    const open = this.of('units-hex', 'units');
    const chosen = open.find((verb) => verb.verb === this.verbName);
    if (chosen && this.units.every((unit) => chosen.units?.includes(unit))) return chosen;
    return open.find((verb) => this.units.length > 0 && this.units.every((unit) => verb.units?.includes(unit))) ?? null;
  }

  /** Every unit that can be named now, with the verbs it can be named in. */
  readonly able = $derived.by(() => {
    const found = new Map<string, VerbView[]>();
    for (const verb of this.of('units-hex', 'units'))
      for (const unit of verb.units ?? []) found.set(unit, [...(found.get(unit) ?? []), verb]);
    return found;
  });

  readonly targets = $derived.by(() => {
    const found = new Map<string, VerbView[]>();
    for (const verb of this.of('hex-units', 'hex').filter((one) => !wantsForm(one)))
      for (const hex of verb.hexes ?? []) found.set(hex, [...(found.get(hex) ?? []), verb]);
    return found;
  });

  /** Can nearly every hex of the board be clicked? Then marks would tell nothing, and the words say so. */
  readonly anywhere = $derived.by(() => this.targets.size > MOST_SURVEYED && this.targets.size > this.match.board.hexes.length / 2);

  // ---------------------------------------------------------------- picking units

  pick(units: string[], quietly = false): void {
    this.units = units;
    this.builder = this.aims = null;
    if (!quietly) this.match.refusal = null;
    void this.ask();
  }

  toggle(unit: string): void {
    this.pick(this.units.includes(unit) ? this.units.filter((other) => other !== unit) : [...this.units, unit]);
  }

  use(verb: string): void {
    this.verbName = verb;
    const found = this.verbs.find((one) => one.verb === verb);
    if (found?.units && !this.units.every((unit) => found.units?.includes(unit))) this.units = [];
    void this.ask();
  }

  clear(): void {
    this.asked += 1;
    this.units = [];
    this.reach = this.allowed = this.stuck = this.builder = this.odds = this.oddsRefusal = this.aims = this.falls = null;
  }

  /** Ask where the picked units may be sent. */
  private async ask(): Promise<void> {
    const turn = ++this.asked;
    const verb = this.verb;
    this.reach = this.allowed = this.stuck = null;
    if (!verb || !this.units.length || shapeOf(verb) !== 'units-hex') return;
    const units = [...this.units];
    try {
      const named = units.join('+');
      const [options, reach] = await Promise.all([
        this.question<{ hexes: string[] }>('options', { verb: verb.verb, units: named }, () => this.match.api.options(verb.verb, units, [])),
        slotsOf(verb).path && this.match.answers('reach') ? this.question<Reach>('reach', { units: named }, () => this.match.api.reach(units)).catch(() => null) : null,
      ]);
      if (turn !== this.asked) return;
      this.allowed = new Set(options.hexes);
      // what it costs to get there is known only where the way is a march
      if (reach && options.hexes.some((hex) => hex in reach.hexes)) this.reach = reach;
      else if (reach?.assaults && Object.keys(reach.assaults).length) this.reach = reach;
      if (!options.hexes.length && reach?.why) this.stuck = { rule: reach.rule ?? '', why: reach.why };
    } catch (error) {
      if (turn === this.asked) this.stuck = { rule: '', why: error instanceof Error ? error.message : String(error) };
    }
  }

  /** A question about the position as it is, or as it would be after the plan. */
  private question<T>(what: 'reach' | 'odds' | 'options' | 'targets', about: Record<string, unknown>, plainly: () => Promise<T>): Promise<T> {
    const planned = this.plan.active && this.plan.commands.length > 0;
    return this.waiting(planned ? this.match.api.plan(this.plan.commands, { what, ...about }).then((answer) => answer.answer as T) : plainly());
  }

  private async waiting<T>(answer: Promise<T>): Promise<T> {
    this.pending += 1;
    return answer.finally(() => (this.pending -= 1));
  }

  /** The way to a hex, step by step, with the cost of each step. */
  way(hex: string): { hex: string; cost: number }[] {
    const steps: { hex: string; cost: number }[] = [];
    const reach = this.reach;
    for (let at = hex, guard = 0; reach && guard < 300; guard++) {
      const step = reach.hexes[at];
      if (!step) break;
      steps.unshift({ hex: at, cost: step.cost - (reach.hexes[step.from]?.cost ?? 0) });
      at = step.from;
    }
    return steps;
  }

  /** Points left in a hex, where the game counts them. */
  left(hex: string): number | undefined {
    const step = this.reach?.hexes[hex];
    if (!step) return undefined;
    return step.left ?? (this.reach?.points === undefined ? undefined : this.reach.points - step.cost);
  }

  /** What is left of the points in a hex, in words. */
  leftOver(hex: string): string {
    const left = this.left(hex);
    return left === undefined ? '' : left < 0 ? 'with a bonus' : `${left} left`;
  }

  commandTo(hex: string): CommandForm | null {
    const verb = this.verb;
    return verb && this.units.length ? { verb: verb.verb, units: [...this.units], hexes: [hex] } : null;
  }

  // ---------------------------------------------------------------- attacks

  /** Find out which hexes some units could attack; they are in hand then. */
  async aimFrom(verb: VerbView, units: string[]): Promise<void> {
    const turn = ++this.asked;
    const found = await this.question<Targets>('targets', { verb: verb.verb, units: units.join('+') }, () => this.match.api.targets(verb.verb, units)).catch(() => null);
    if (turn !== this.asked) return;
    this.units = found?.units ?? [];
    this.aims = found?.targets.length ? new Set(found.targets.map(({ hex }) => hex)) : null;
    this.likely = new Map((found?.targets ?? []).map((target) => [target.hex, target]));
  }

  /** How likely odds stand at all that can be attacked, by what is picked or by anybody: asked in passing, nobody waits for it. */
  async survey(): Promise<void> {
    const turn = ++this.surveyed;
    const verbs = this.of('hex-units').filter((verb) => verb.hexes?.length && verb.hexes.length <= MOST_SURVEYED);
    if (this.aims) return;
    // what is picked for a march has targets only where it can attack on its way
    const idle = this.units.length > 0 && !Object.keys(this.reach?.assaults ?? {}).length;
    if (!verbs.length || idle || this.builder || !this.match.answers('odds')) {
      this.likely = new Map();
      return;
    }
    const found = await Promise.all(verbs.map((verb) => this.match.api.targets(verb.verb, this.units).catch(() => null)));
    if (turn !== this.surveyed || this.aims) return;
    // where one hex can be attacked in two ways, the first is what a click begins
    this.likely = new Map(found.reverse().flatMap((one) => (one?.targets ?? []).filter((target) => target.likely || target.together).map((target) => [target.hex, target] as const)));
  }

  async aim(verb: VerbView, target: string): Promise<void> {
    // what is picked takes part, and is no longer meant for anything else
    const before = this.units;
    this.units = [];
    this.reach = this.allowed = this.stuck = this.odds = this.oddsRefusal = this.aims = this.falls = null;
    this.match.refusal = null;
    this.builder = { verb, target, more: [], candidates: [], chosen: [], number: 0 };
    const turn = ++this.asked;
    const options = await this.question<{ units: string[] }>('options', { verb: verb.verb, hexes: target }, () => this.match.api.options(verb.verb, [], [target])).catch(() => ({ units: [] as string[] }));
    if (turn !== this.asked) return;
    void this.match.api.falls(target).then(({ consequences }) => {
      if (this.builder?.target === target) this.falls = consequences;
    }).catch(() => undefined);
    const picked = before.filter((unit) => options.units.includes(unit));
    const chosen = picked.length ? picked : options.units;
    this.builder = { verb, target, more: [], candidates: options.units, chosen, number: 0 };
    await this.weigh();
    // everybody takes part unless the rules say that not all may; then the player chooses
    if (!picked.length && this.oddsRefusal && this.builder?.chosen === chosen) this.change({ chosen: [] });
  }

  /** Put units into the attack that is being built, or take them out when they are all in. */
  involve(units: string[]): void {
    const chosen = this.builder?.chosen ?? [];
    const all = units.every((unit) => chosen.includes(unit));
    this.change({ chosen: all ? chosen.filter((unit) => !units.includes(unit)) : [...new Set([...chosen, ...units])] });
  }

  change(change: Partial<Pick<Builder, 'chosen' | 'number'>>): void {
    // who could take part may not be known yet
    if (!this.builder?.candidates.length) return;
    this.builder = { ...this.builder, ...change, ...('number' in change && { answered: true }) };
    void this.weigh();
  }

  /** Open an attack again as it was, after a refusal. */
  rebuild(builder: Builder): void {
    this.builder = builder;
    void this.weigh();
  }

  /** Add a hex to the attack, or take it out again, where a verb takes several. */
  async widen(hex: string): Promise<void> {
    const { builder } = this;
    if (!builder || hex === builder.target) return;
    const more = builder.more.includes(hex) ? builder.more.filter((other) => other !== hex) : [...builder.more, hex];
    const hexes = [builder.target, ...more];
    const options = await this.question<{ units: string[] }>('options', { verb: builder.verb.verb, hexes: hexes.join('+') }, () => this.match.api.options(builder.verb.verb, [], hexes)).catch(() => ({ units: builder.candidates }));
    const candidates = options.units.length ? options.units : builder.candidates;
    this.builder = { ...builder, more, candidates, chosen: builder.chosen.filter((unit) => candidates.includes(unit)) };
    await this.weigh();
  }

  builderCommand(builder: Builder): CommandForm {
    const command: CommandForm = { verb: builder.verb.verb, hexes: [builder.target, ...builder.more], units: builder.chosen };
    // what stands in the builder is the answer, unless the player wants to be asked before the die
    return builder.number > 0 || builder.answered || (!desk.askFirst && slotsOf(builder.verb).numberOptional) ? { ...command, number: builder.number } : command;
  }

  private async weigh(): Promise<void> {
    const builder = this.builder;
    const turn = ++this.asked;
    if (!builder || !builder.chosen.length) {
      this.odds = this.oddsRefusal = null;
      return;
    }
    const { target, chosen, number } = builder;
    const [odds, check] = await Promise.all([
      !this.match.answers('odds') ? null : this.question<Odds>('odds', { target, units: chosen.join('+'), air: number }, () => this.match.api.odds(target, chosen, number)).catch(() => null),
      this.plan.active && this.plan.commands.length ? null : this.waiting(this.match.api.check(this.builderCommand(builder))).catch(() => null),
    ]);
    if (turn !== this.asked) return;
    this.odds = odds && odds.odds ? odds : null;
    const refused = check?.why ? { rule: check.rule ?? '', why: check.why } : odds?.why ? { rule: odds.rule ?? '', why: odds.why } : null;
    this.oddsRefusal = refused;
  }
}

/** Where every unit stands: a hex or a box. */
export function placesOf(view: View): Map<string, { at: string; unit: UnitView }> {
  const found = new Map<string, { at: string; unit: UnitView }>();
  for (const [at, stack] of Object.entries(view.stacks)) for (const unit of stack.units) found.set(unit.id, { at, unit });
  return found;
}
