/** The table: match, plan, orders and replay together, and what a click or a key does. */
import type { Hex } from '../lib/board';
import { calledOf } from '../lib/face';
import { capital } from '../lib/sides';
import { shapeOf, slotsOf } from '../lib/verbs';
import type { CommandForm, EventView, Refusal, UnitView, VerbView, View, WhoCan } from '../lib/types';
import { isVisible } from '../map/camera';
import { AirDesk } from './air.svelte';
import { desk, type FillOverlay } from './desk.svelte';
import { Film } from './film.svelte';
import { Drag } from './drag.svelte';
import { FollowUp } from './follow.svelte';
import { Formations } from './formations.svelte';
import { Group } from './group.svelte';
import { Marches } from './marches.svelte';
import { MatchStore } from './match.svelte';
import { notice } from './notice.svelte';
import { Orders, placesOf } from './orders.svelte';
import { Plan } from './plan.svelte';
import { Staff } from './staff.svelte';
import { sketchOf } from './sketch';
import { Stakes } from './stakes.svelte';
import { Motion } from './motion.svelte';

export class Table {
  readonly match: MatchStore;
  readonly plan: Plan;
  readonly orders: Orders;
  readonly motion: Motion;
  readonly stakes: Stakes;
  readonly follow: FollowUp;
  readonly drag: Drag;
  readonly film: Film;
  readonly group: Group;
  readonly marches: Marches;
  readonly formations: Formations;
  readonly staff: Staff;
  readonly air: AirDesk;
  hover = $state.raw<Hex | null>(null);
  cursor = $state.raw<Hex | null>(null);
  selected = $state.raw<Hex | null>(null);
  fan = $state.raw<Hex | null>(null);
  /** the hex whose menu is open */
  menu = $state.raw<Hex | null>(null);
  /** the hex that the lesson speaks of */
  pointed = $state.raw<Hex | null>(null);
  hint = $state.raw<{ hex: string; refusal: Refusal } | null>(null);
  refusedAt = $state('');
  /** who can come to a hex or attack it, side by side */
  asked = $state.raw<{ what: 'reach' | 'attack'; answer: WhoCan } | null>(null);
  replayAt = $state<number | null>(null);
  replayView = $state.raw<View | null>(null);
  result = $state.raw<EventView[]>([]);
  spoken = $state('');
  /** orders that are not carried out to the end yet */
  acts = $state(0);
  /** has the panel of the end been put aside? */
  endClosed = $state(false);
  private checking = 0;
  /** was it this person's to decide before the last change? */
  private wasMine = true;

  /** The position on the screen: now, planned, or long ago. */
  readonly shown = $derived.by((): View => this.film.view ?? this.replayView ?? (this.plan.active ? this.plan.view : null) ?? this.match.view);
  readonly places = $derived.by(() => {
    const found = placesOf(this.shown);
    for (const [id, { unit }] of found) {
      const key = `${this.shown.seat} ${id}`;
      if (!unit.covered) this.names.set(key, unit.name);
      else if (!this.names.has(key)) this.names.set(key, calledOf(unit));
    }
    return found;
  });
  /** Names of all units a seat has seen: its log goes on speaking of those that are gone. */
  private readonly names = new Map<string, string>();

  constructor(id: string, token: string, seat: string) {
    this.match = new MatchStore(id, token, seat);
    this.plan = new Plan(this.match);
    this.orders = new Orders(this.match, this.plan, () => (this.replaying ? { ...this.shown, decision: undefined as never } : this.shown));
    this.motion = new Motion(this.match);
    this.stakes = new Stakes(this.match);
    this.drag = new Drag(this);
    this.group = new Group(this);
    this.marches = new Marches(this);
    this.formations = new Formations(this);
    this.staff = new Staff(this);
    this.air = new AirDesk(this);
    this.follow = new FollowUp(this.match, () => !this.replaying && !this.plan.active && !this.covered);
    this.film = new Film(this.match, () => this.resume());
    this.match.onEvents((events, own) => this.happened(events, own));
  }

  /** Is the table covered until the next person at this screen has sat down? */
  get covered(): boolean {
    const { match } = this;
    return match.ready && match.info?.hotseat === true && !desk.openTable && match.people > 1 && !match.view.winner && match.view.seat !== desk.lastSeat;
  }

  /** Does the desk have a word before the decision ends? A question in the middle of a battle ends nothing. */
  get weighs(): boolean {
    return this.match.mine && !this.plan.active && this.shown.status.battle === undefined;
  }

  get replaying(): boolean {
    return this.replayAt !== null || this.film.showing;
  }

  /** What has happened up to the point that is shown. */
  get log(): EventView[] {
    const { log } = this.match;
    const at = this.replayAt ?? (this.film.showing ? (this.film.shots[this.film.at - 1]?.scene.last ?? this.film.held?.version ?? 0) : null);
    return at === null ? log : log.filter((event) => (event.at ?? 0) <= at);
  }

  unit(id: string): UnitView | undefined {
    return this.places.get(id)?.unit;
  }

  /** A sentence of the referee with the names of units in place of their handles; `5.6a` is a rule, not a unit. */
  told(text: string): string {
    const named = text.replace(/(?<![\w.])[\w/-]+/g, (word) => {
      const unit = this.unit(word);
      return unit?.covered ? calledOf(unit) : (this.names.get(`${this.shown.seat} ${word}`) ?? word);
    });
    // where the referee gives the name after the handle, once is enough
    return capital(named.replace(/(\S.{3,})(?:: \1| \(\1\))/g, '$1'));
  }

  sideName(unit: UnitView): string {
    return this.match.sides[unit.side] ?? '';
  }

  // ---------------------------------------------------------------- what happened

  private happened(events: EventView[], own: boolean): void {
    if (!own || this.match.view.winner) {
      this.orders.clear();
      this.group.clear();
    }
    this.marches.preview = null;
    this.hint = null;
    this.asked = null;
    if (!own) this.film.heard(events, this.match.before);
    this.film.seen();
    const dice = events.some((event) => event.die || event.result);
    if (dice && !this.film.showing) this.result = events;
    else if (own) this.result = [];
    if (!this.film.showing) this.motion.play(events, own);
    this.spoken = this.told(events.map((event) => event.text).join(' '));
    // asked in another's turn, with no film to lead there
    if (!own && this.isAskedByOthers && !this.film.showing) this.resume();
    else this.offer();
    notice.hear(events);
    if (this.match.mine && !this.wasMine) notice.yourMove(this.match.game?.title ?? '', this.match.view.decision?.title ?? '');
    this.wasMine = this.match.mine;
    if (!own) void this.follow.answer();
    // once it is over the server tells the seed of the dice
    if (this.match.view.winner && !this.match.info?.seed) void this.match.reload().catch(() => undefined);
  }

  /** Is this person asked something in the turn of others? */
  get isAskedByOthers(): boolean {
    const { view, sides } = this.match;
    return this.match.mine && !this.match.sidesOf(view.seat).some((side) => sides[side] === view.status.active);
  }

  /** What is asked now is brought into sight. */
  resume(): void {
    const { board, view, mine } = this.match;
    const named = mine ? (board?.named(view.decision?.prompt ?? '') ?? []) : [];
    const target = [...(view.status.battle?.targets ?? []).flatMap((name) => board?.hex(name) ?? []), ...named][0];
    if (target) this.look(target);
    this.offer();
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

  /** The whole board, because the player wants to see it. */
  overview(): void {
    desk.chosen = true;
    desk.fit();
  }

  /** The map of the board that is in the middle of the window, where one is looked at alone. */
  get plane(): number {
    const { x, y, w, width } = desk.camera;
    const [left, , right] = this.match.board.bounds;
    const half = width / w / 2;
    if (x - half < left + 1 && x + half > right - 1) return -1;
    return this.match.board.planes.findIndex(({ bounds: [l, t, r, b] }) => x >= l && x <= r && y >= t && y <= b);
  }

  /** To the next map of a board that has several, or to the one before. */
  turnTo(step: number): void {
    const { planes } = this.match.board;
    const at = this.plane < 0 ? (step > 0 ? 0 : planes.length - 1) : (this.plane + step + planes.length) % planes.length;
    const plane = planes[at];
    if (planes.length > 1 && plane) desk.look(plane.bounds);
  }

  lookAt(name: string): void {
    const hex = this.match.board.hex(name);
    if (hex) {
      this.selected = hex;
      desk.show(hex.x, hex.y, Math.max(desk.camera.w, 40));
    }
  }

  // ---------------------------------------------------------------- clicks

  /** Are units at hand that a click would send somewhere? */
  get picked(): boolean {
    const { units, verb } = this.orders;
    return units.length > 0 && verb !== null && shapeOf(verb) === 'units-hex';
  }

  /** What a click on a hex aims at. What can be done almost anywhere, and without units, does not come before a march. */
  private aimsAt(hex: string): VerbView[] {
    const here = this.ableAt(hex).length > 0;
    const marching = this.picked || here;
    // nor does what a click would do at once come before taking up the stack that stands there; the menu has both
    return (this.orders.targets.get(hex) ?? []).filter((verb) => !(marching && slotsOf(verb).unitsOptional) && !(here && shapeOf(verb) === 'hex'));
  }

  /** A click on a hex: send what is picked there, aim at it, pick what stands there, or look at it. */
  async click(hex: Hex, add = false): Promise<void> {
    const { orders } = this;
    this.motion.skip();
    this.fan = this.hover = this.hint = null;
    this.asked = null;
    this.result = [];
    if (this.replaying) {
      this.selected = hex;
      return;
    }
    this.marches.preview = this.menu = null;
    this.group.note = '';
    if (this.group.stacks.length) {
      await this.group.send(hex);
      return;
    }
    if (this.air.draft) {
      this.selected = hex;
      await this.air.click(hex.name);
      return;
    }
    const { picked } = this;
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
    const aims = this.aimsAt(hex.name);
    const aim = aims.find((verb) => shapeOf(verb) === 'hex-units') ?? aims[0];
    if (aim) {
      this.selected = hex;
      if (shapeOf(aim) === 'hex') await this.act({ verb: aim.verb, hexes: [hex.name] }, hex.name);
      else {
        if (!isVisible(desk.camera, hex.x, hex.y, -1)) desk.show(hex.x, hex.y);
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
    if (picked) await Promise.all([this.explain(hex.name, true), this.marches.look(hex.name)]);
    else await this.showTargets(hex.name);
  }

  /** Build an attack on the next hex that can be attacked, or on the one before. */
  nextTarget(step: 1 | -1): void {
    const all = [...this.orders.targets].flatMap(([name, verbs]) => {
      const [hex, verb] = [this.match.board.hex(name), verbs.find((one) => shapeOf(one) === 'hex-units')];
      return hex && verb ? [{ hex, verb }] : [];
    }).sort((a, b) => a.hex.y - b.hex.y || a.hex.x - b.hex.x);
    const at = all.findIndex(({ hex }) => hex.name === this.orders.builder?.target);
    const next = all[(at + step + all.length) % all.length];
    if (!next) return;
    this.look(next.hex);
    void this.orders.aim(next.verb, next.hex.name);
  }

  /** Whom the own units in a hex could attack now; those who are shown take part when one of the hexes is clicked. */
  private async showTargets(hex: string): Promise<void> {
    const mine = (this.shown.stacks[hex]?.units ?? []).filter((unit) => this.match.sidesOf(this.shown.seat).includes(unit.side)).map((unit) => unit.id);
    const verb = this.orders.of('hex-units').find((one) => one.hexes?.length);
    if (verb && mine.length) await this.orders.aimFrom(verb, mine);
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
  together(here: string[]): string[] {
    const named = here.filter((unit) => this.orders.able.get(unit)?.some((verb) => verb.verb === this.orders.verbName));
    if (named.length) return named;
    const verb = this.orders.able.get(here[0] ?? '')?.[0];
    return here.filter((unit) => verb && this.orders.able.get(unit)?.includes(verb));
  }

  /** What may be said between battles of a counter in a stack, whichever it is: how it lies there. */
  layings(unit: UnitView): VerbView[] {
    if (this.shown.status.battle || this.replaying || this.plan.active || !this.match.sidesOf(this.shown.seat).includes(unit.side)) return [];
    return (this.shown.anytime ?? []).filter((verb) => shapeOf(verb) === 'units' && !verb.units);
  }

  /** Lay a counter differently in its stack; what is picked stays picked. */
  lay(verb: VerbView, unit: UnitView): Promise<boolean> {
    this.refusedAt = '';
    return this.match.send({ verb: verb.verb, units: [unit.id] });
  }

  ableAt(hex: string): string[] {
    return (this.shown.stacks[hex]?.units ?? []).map((unit) => unit.id).filter((id) => this.orders.able.has(id));
  }

  /** Give an order, or write it into the plan, and say what follows it. */
  async act(command: CommandForm, at = ''): Promise<boolean> {
    this.acts += 1;
    return this.carryOut(command, at).finally(() => (this.acts -= 1));
  }

  private async carryOut(command: CommandForm, at: string): Promise<boolean> {
    this.stakes.ending = null;
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
    if (done && !sketch) await this.follow.after(builder !== null);
    return done;
  }

  /** End a decision, unless the desk holds something that should be looked at first. */
  async end(verb: VerbView): Promise<void> {
    if (this.weighs && (await this.stakes.holds(verb))) desk.panel = 'desk';
    else await this.endAnyway(verb);
  }

  async endAnyway(verb: VerbView): Promise<void> {
    this.stakes.ending = null;
    await this.act({ verb: verb.verb });
  }

  /** While counters are placed from a box, the next of the same kind comes to hand by itself. */
  private carryOn(verb: VerbView, like: UnitView): void {
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
    if (this.aimsAt(hex.name).length || this.places.get(this.orders.units[0] ?? '')?.at === hex.name) return;
    this.checking = window.setTimeout(() => void this.explain(hex.name, false), 220);
  }

  async explain(hex: string, loud: boolean): Promise<void> {
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
    const answer = await this.match.api.whoCan(hex, what).catch(() => null);
    this.asked = answer && { what, answer };
  }

  // ---------------------------------------------------------------- stepping back, going back in time

  back(): void {
    if (this.menu) this.menu = null;
    else if (this.group.stacks.length) this.group.clear();
    else if (this.fan) this.fan = null;
    else if (this.result.length) this.result = [];
    else if (this.match.refusal || this.plan.refusal) this.match.refusal = this.plan.refusal = null;
    else if (this.air.draft) this.air.close();
    else if (this.orders.builder || this.orders.units.length) this.orders.clear();
    else if (this.asked) this.asked = null;
    else this.selected = null;
  }

  undo = (): Promise<void> => this.goBack(() => this.match.undo());
  redo = (): Promise<void> => this.goBack(() => this.match.redo());

  private async goBack(how: () => Promise<boolean>): Promise<void> {
    this.refusedAt = '';
    this.orders.clear();
    this.result = [];
    await how();
    this.follow.hold();
    await this.plan.refresh();
  }

  toggleFill(fill: FillOverlay): void {
    if (!this.offers(fill)) return;
    desk.fill = desk.fill === fill ? 'none' : fill;
  }

  /** What the game has no rules about, and a spectator nothing to fear of, is not offered. */
  offers(fill: FillOverlay): boolean {
    if (fill === 'threats') return this.match.seats.includes(this.match.view.seat);
    return fill === 'supply' ? this.match.answers('network') : fill === 'zones' ? this.match.answers('zones') : true;
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
