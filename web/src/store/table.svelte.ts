/** The table: match, plan, orders and replay together, and what a click or a key does. */
import type { Hex } from '../lib/board';
import { shapeOf, slotsOf } from '../lib/verbs';
import type { Command, LogEvent, Refusal, Unit, VerbView, View } from '../lib/types';
import { isVisible, toScreen } from '../map/camera';
import { desk } from './desk.svelte';
import { MatchStore } from './match.svelte';
import { Orders, placesOf } from './orders.svelte';
import { Plan } from './plan.svelte';
import { sketchOf } from './sketch';
import { Motion } from './motion.svelte';

/** What the attack builder covers on the left of the map, with its margin. */
const BUILDER_WIDTH = 440;

export class Table {
  readonly match: MatchStore;
  readonly plan: Plan;
  readonly orders: Orders;
  readonly motion: Motion;
  hover = $state.raw<Hex | null>(null);
  cursor = $state.raw<Hex | null>(null);
  selected = $state.raw<Hex | null>(null);
  fan = $state.raw<Hex | null>(null);
  hint = $state.raw<{ hex: string; refusal: Refusal } | null>(null);
  refusedAt = $state('');
  marked = $state.raw<{ title: string; units: string[] } | null>(null);
  replayAt = $state<number | null>(null);
  replayView = $state.raw<View | null>(null);
  result = $state.raw<LogEvent[]>([]);
  spoken = $state('');
  private checking = 0;

  /** The position on the screen: now, planned, or long ago. */
  readonly shown = $derived.by((): View => this.replayView ?? (this.plan.active ? this.plan.view : null) ?? this.match.view);
  readonly places = $derived.by(() => {
    const found = placesOf(this.shown);
    for (const [id, { unit }] of found) if (!unit.covered) this.names.set(`${this.shown.seat} ${id}`, unit.name);
    return found;
  });
  /** Names of all units a seat has seen: its log goes on speaking of those that are gone. */
  private readonly names = new Map<string, string>();

  constructor(id: string, token: string, seat: string) {
    this.match = new MatchStore(id, token, seat);
    this.plan = new Plan(this.match);
    this.orders = new Orders(this.match, this.plan, () => (this.replaying ? { ...this.shown, decision: undefined as never } : this.shown));
    this.motion = new Motion(this.match);
    this.match.onEvents((events, own) => this.happened(events, own));
  }

  get replaying(): boolean {
    return this.replayAt !== null;
  }

  /** What has happened up to the point that is shown. */
  get log(): LogEvent[] {
    const { log } = this.match;
    const at = this.replayAt;
    return at === null ? log : log.filter((event) => (event.at ?? 0) <= at);
  }

  unit(id: string): Unit | undefined {
    return this.places.get(id)?.unit;
  }

  /** A sentence of the referee with the names of units in place of their handles; `5.6a` is a rule, not a unit. */
  told(text: string): string {
    const named = text.replace(/(?<![\w.])[\w/-]+/g, (word) => (this.unit(word)?.covered ? word : (this.names.get(`${this.shown.seat} ${word}`) ?? word)));
    // where the referee gives the name after the handle, once is enough
    return named.replace(/(\S.{3,}): \1/g, '$1');
  }

  sideName(unit: Unit): string {
    return this.match.sides[unit.side] ?? '';
  }

  // ---------------------------------------------------------------- what happened

  private happened(events: LogEvent[], own: boolean): void {
    if (!own || this.match.view.winner) this.orders.clear();
    this.hint = null;
    this.marked = null;
    const dice = events.some((event) => event.kind === 'rolled' || event.kind === 'resolved');
    if (dice) this.result = events;
    else if (own) this.result = [];
    this.motion.play(events, own);
    this.spoken = this.told(events.map((event) => event.text).join(' '));
    this.offer();
    // once it is over the server tells the seed of the dice
    if (this.match.view.winner && !this.match.info?.seed) void this.match.reload().catch(() => undefined);
  }

  /** When all that can be named stands in one hex and only a hex is wanted, pick it at once. */
  offer(): void {
    if (this.replaying || this.plan.active || this.orders.units.length || this.orders.builder) return;
    const verbs = this.orders.verbs;
    const open = verbs.filter((verb) => verb.units?.length);
    const only = open.length === 1 ? open[0] : undefined;
    if (!only || !only.units) return;
    const hexes = new Set(only.units.map((unit) => this.places.get(unit)?.at ?? ''));
    const [at] = hexes;
    if (hexes.size !== 1 || !at) return;
    const hex = this.match.board.hex(at);
    if (!hex) return;
    if (shapeOf(only) === 'units-hex') this.orders.pick(only.units);
    this.look(hex);
  }

  look(hex: Hex): void {
    this.selected = hex;
    if (!isVisible(desk.camera, hex.x, hex.y, -1)) desk.show(hex.x, hex.y);
  }

  /** Bring a target out from under the attack builder. */
  private reveal(hex: Hex): void {
    const { camera } = desk;
    const [x, y] = toScreen(camera, hex.x, hex.y);
    const covered = camera.width > BUILDER_WIDTH + 4 * camera.w && x < BUILDER_WIDTH + camera.w;
    if (covered || x > camera.width - camera.w || y < camera.w || y > camera.height - camera.w)
      desk.uncover(hex.x - (covered ? BUILDER_WIDTH / 2 / camera.w : 0), hex.y);
  }

  /** The whole board, because the player wants to see it. */
  overview(): void {
    desk.chosen = true;
    desk.fit();
  }

  lookAt(name: string): void {
    const hex = this.match.board.hex(name);
    if (hex) {
      this.selected = hex;
      desk.show(hex.x, hex.y, Math.max(desk.camera.w, 40));
    }
  }

  // ---------------------------------------------------------------- clicks

  /** A click on a hex: send what is picked there, aim at it, pick what stands there, or look at it. */
  async click(hex: Hex, add = false): Promise<void> {
    const { orders } = this;
    this.motion.skip();
    this.fan = null;
    this.marked = null;
    this.result = [];
    if (this.replaying) {
      this.selected = hex;
      return;
    }
    const picked = orders.units.length > 0 && orders.verb !== null && shapeOf(orders.verb) === 'units-hex';
    if (!add && picked && orders.allowed?.has(hex.name)) {
      const command = orders.commandTo(hex.name);
      if (command) await this.act(command, hex.name);
      return;
    }
    const involved = (orders.builder?.candidates ?? []).filter((unit) => this.places.get(unit)?.at === hex.name);
    if (involved.length) {
      orders.involve(involved);
      return;
    }
    const wide = orders.builder && slotsOf(orders.builder.verb).path && orders.builder.verb.hexes?.includes(hex.name);
    if (add && wide) {
      await orders.widen(hex.name);
      return;
    }
    const aims = orders.targets.get(hex.name) ?? [];
    const aim = aims.find((verb) => shapeOf(verb) === 'hex-units') ?? aims[0];
    if (aim) {
      this.selected = hex;
      if (shapeOf(aim) === 'hex') await this.act({ verb: aim.verb, hexes: [hex.name] }, hex.name);
      else {
        this.reveal(hex);
        await orders.aim(aim, hex.name);
      }
      return;
    }
    const here = this.ableAt(hex.name);
    if (here.length) {
      this.selected = hex;
      const whole = here.every((unit) => orders.units.includes(unit));
      if (add) orders.pick(whole ? orders.units.filter((unit) => !here.includes(unit)) : [...new Set([...orders.units, ...here])]);
      else orders.pick(here.length > 1 && orders.units.length && here.some((unit) => orders.units.includes(unit)) ? this.nextPick(here) : this.together(here));
      return;
    }
    this.selected = hex;
    if (picked) await this.explain(hex.name, true);
  }

  /** Put down what is picked; where own units stand, take those up instead. */
  drop(hex: Hex | null): void {
    this.orders.clear();
    this.match.refusal = this.plan.refusal = null;
    if (!hex) return;
    this.selected = hex;
    const here = this.ableAt(hex.name);
    if (here.length) this.orders.pick(this.together(here));
  }

  /** Clicking a picked stack again goes through its units one by one, then back to all. */
  private nextPick(here: string[]): string[] {
    const { units } = this.orders;
    if (units.length > 1) return here.slice(0, 1);
    const at = here.indexOf(units[0] ?? '');
    const next = here[at + 1];
    return next ? [next] : this.together(here);
  }

  /** Of the units in a hex, those that share the first one's verb. */
  private together(here: string[]): string[] {
    const named = here.filter((unit) => this.orders.able.get(unit)?.some((verb) => verb.verb === this.orders.verbName));
    if (named.length) return named;
    const verb = this.orders.able.get(here[0] ?? '')?.[0];
    return here.filter((unit) => verb && this.orders.able.get(unit)?.includes(verb));
  }

  /** What may be said between battles of a counter in a stack, whichever it is: how it lies there. */
  layings(unit: Unit): VerbView[] {
    if (this.shown.status['battle'] || this.replaying || this.plan.active || !this.match.sidesOf(this.shown.seat).includes(unit.side)) return [];
    return (this.shown.anytime ?? []).filter((verb) => shapeOf(verb) === 'units' && !verb.units);
  }

  /** Lay a counter otherwise in its stack; what is picked stays picked. */
  lay(verb: VerbView, unit: Unit): Promise<boolean> {
    this.refusedAt = '';
    return this.match.send({ verb: verb.verb, units: [unit.id] });
  }

  ableAt(hex: string): string[] {
    return (this.shown.stacks[hex]?.units ?? []).map((unit) => unit.id).filter((id) => this.orders.able.has(id));
  }

  /** Give an order, or write it into the plan. */
  async act(command: Command, at = ''): Promise<boolean> {
    this.refusedAt = at;
    const { orders, plan, match } = this;
    const repeat = orders.verb;
    const before = command.units?.[0];
    const group = before ? this.unit(before) : undefined;
    const sketch = plan.active ? sketchOf(this, command) : null;
    // put down at once, so that the next stack can be picked while the answer is on its way
    const picked = orders.units;
    const { builder } = orders;
    orders.clear();
    const done = sketch ? await plan.add(sketch) : await match.send(command);
    if (!done && !orders.units.length && !orders.builder) {
      if (builder) orders.rebuild(builder);
      else if (picked.length) orders.pick(picked, true);
    }
    if (done && !sketch && repeat && group) this.carryOn(repeat, group);
    const goal = this.match.board.hex(command.hexes?.at(-1) ?? '');
    if (done && goal) this.selected = goal;
    return done;
  }

  /** While counters are placed from a box, the next of the same kind comes to hand by itself. */
  private carryOn(verb: VerbView, like: Unit): void {
    const same = this.orders.verbs.find((one) => one.verb === verb.verb);
    const next = same?.units?.find((id) => {
      const place = this.places.get(id);
      return place && this.match.board.isBox(place.at) && place.unit.kind === like.kind && place.unit.size === like.size && place.unit.group === like.group;
    });
    if (next && this.match.board.isBox(this.places.get(next)?.at ?? '') && !this.orders.units.length) {
      this.orders.verbName = verb.verb;
      this.orders.pick([next]);
    }
  }

  // ---------------------------------------------------------------- why not

  /** Point at a hex: if the picked units may not go there, find out which rule says so. */
  point(hex: Hex | null): void {
    this.hover = hex;
    window.clearTimeout(this.checking);
    if (this.hint && this.hint.hex !== hex?.name) this.hint = null;
    if (!hex || this.replaying || !this.orders.allowed || this.orders.allowed.has(hex.name)) return;
    if (this.orders.targets.has(hex.name) || this.places.get(this.orders.units[0] ?? '')?.at === hex.name) return;
    this.checking = window.setTimeout(() => void this.explain(hex.name, false), 220);
  }

  private async explain(hex: string, loud: boolean): Promise<void> {
    const command = this.orders.commandTo(hex);
    if (!command || this.plan.active) return;
    const answer = await this.match.api.check(command).catch(() => null);
    if (!answer?.why) return;
    const refusal = { rule: answer.rule ?? '', why: answer.why };
    if (loud) {
      this.refusedAt = hex;
      this.match.refusal = refusal;
    } else if (this.hover?.name === hex) this.hint = { hex, refusal };
  }

  // ---------------------------------------------------------------- going through the units

  /** Stacks that can still be sent somewhere, in reading order; where none can, the hexes that can be attacked. */
  readonly acting = $derived.by((): Hex[] => {
    const hexes = new Set<string>();
    for (const verb of this.orders.of('units-hex')) {
      for (const id of verb.units ?? []) {
        const place = this.places.get(id);
        if (place && !place.unit.state?.includes('moved')) hexes.add(place.at);
      }
    }
    if (!hexes.size) for (const name of this.orders.targets.keys()) hexes.add(name);
    return [...hexes].flatMap((name) => this.match.board?.hex(name) ?? []).sort((a, b) => a.x - b.x || a.y - b.y);
  });

  step(by: 1 | -1): void {
    const list = this.acting;
    if (!list.length) return;
    const at = list.findIndex((hex) => hex === this.selected);
    const next = list[(at + by + list.length) % list.length] ?? list[0];
    if (!next) return;
    this.cursor = next;
    this.look(next);
    const here = this.ableAt(next.name);
    if (here.length) this.orders.pick(this.together(here));
  }

  async who(what: 'reach' | 'attack', hex: string): Promise<void> {
    const answer = await this.match.api.who(hex, what).catch(() => ({ units: [] as string[] }));
    this.marked = { title: what === 'reach' ? `Who can reach ${hex}` : `Who can attack ${hex}`, units: answer.units };
  }

  // ---------------------------------------------------------------- stepping back, going back in time

  back(): void {
    if (this.fan) this.fan = null;
    else if (this.result.length) this.result = [];
    else if (this.match.refusal || this.plan.refusal) this.match.refusal = this.plan.refusal = null;
    else if (this.orders.builder || this.orders.units.length) this.orders.clear();
    else if (this.marked) this.marked = null;
    else this.selected = null;
  }

  async undo(): Promise<void> {
    this.refusedAt = '';
    this.orders.clear();
    this.result = [];
    await this.match.undo();
    await this.plan.refresh();
  }

  toggleFill(fill: 'control' | 'supply'): void {
    if (fill === 'supply' && !this.match.answers('network')) return;
    desk.fill = desk.fill === fill ? 'none' : fill;
  }

  async replay(at: number | null): Promise<void> {
    this.orders.clear();
    this.result = [];
    this.replayAt = at;
    if (at === null) {
      this.replayView = null;
      return;
    }
    const answer = await this.match.api.at(at).catch(() => null);
    if (answer && this.replayAt === at) this.replayView = answer.view;
  }
}
