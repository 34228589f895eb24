/** The air phase at this desk: the mission being built, those on the list, what the server says of them. Knows no rule. */
import type { Air, CommandForm, MissionView, Raid, StandingOrder } from '../lib/types';
import { desk } from './desk.svelte';
import type { Table } from './table.svelte';

/** A mission that is being built. Without a hex its target is still to be chosen. */
export interface Draft {
  verb: string;
  hex: string;
  units: string[];
  escort: string[];
  word: string;
}

/** A mission on the list: it is flown when its owner says so. */
export interface Package extends Draft {
  title: string;
  chip: string;
  commands: CommandForm[];
  seat: string;
}

/** A hex around which all within so many hexes is in range. */
export interface Range {
  hex: string;
  hexes: number;
  own: boolean;
  /** whose range it is: written on its edge */
  text: string;
}

export class AirDesk {
  air = $state.raw<Air | null>(null);
  draft = $state.raw<Draft | null>(null);
  view = $state.raw<MissionView | null>(null);
  listed = $state.raw<Package[]>([]);
  /** the unit of the list that is pointed at */
  pointed = $state('');
  pending = $state(0);
  /** how many missions on the list each seat wants flown; the other side may have to answer in between */
  private readonly flying = new Map<string, number>();
  private refreshed = 0;
  private asked = 0;
  private opened = '';

  constructor(private readonly table: Table) {}

  private get match(): Table['match'] {
    return this.table.match;
  }

  /** Does the game have air missions from bases, and the person a side? */
  get offered(): boolean {
    return this.match.answers('air') && this.match.seats.includes(this.match.view.seat);
  }

  /** Can a mission be built now, or an answer to one? */
  get open(): boolean {
    return this.match.mine && !this.table.replaying && !this.table.plan.active && (this.air?.kinds?.length ?? 0) > 0;
  }

  get packages(): Package[] {
    return this.listed.filter((one) => one.seat === this.match.view.seat);
  }

  /** Is this said in the panel of the air war? */
  says(verb: string): boolean {
    return this.air?.verbs?.includes(verb) ?? false;
  }

  /** Is this said by the mission builder? */
  builds(verb: string): boolean {
    return this.open && (this.air?.verbs?.includes(verb) ?? false);
  }

  // ---------------------------------------------------------------- asking

  async refresh(): Promise<void> {
    const { view } = this.match;
    const decision = `${view.seat} ${view.turn} ${view.decision?.step}`;
    const another = decision !== this.opened;
    if (!another && desk.panel !== 'air' && !this.draft && !this.flying.size) return;
    const turn = ++this.refreshed;
    const air = await this.waiting(this.match.api.air()).catch(() => null);
    if (turn !== this.refreshed || view.seat !== this.match.view.seat) return;
    if (!air) {
      // a server that has no time now has some later
      this.opened = '';
      window.setTimeout(() => void this.refresh(), 1500);
      return;
    }
    this.air = air;
    const asks = this.match.mine && ((air.kinds?.length ?? 0) > 0 || (air.incoming?.length ?? 0) > 0);
    if (another && asks) desk.panel = 'air';
    if (this.match.mine && !asks) this.listed = this.listed.filter((one) => one.seat !== view.seat);
    if (!asks) this.close();
    this.opened = decision;
    await this.goOn();
  }

  private async waiting<T>(answer: Promise<T>): Promise<T> {
    this.pending += 1;
    return answer.finally(() => (this.pending -= 1));
  }

  /** Everybody who is meant for a mission on the list. */
  private get taken(): string {
    return this.packages.flatMap((one) => [...one.units, ...one.escort]).join('+');
  }

  /** What the server says of the mission being built. */
  private async weigh(): Promise<void> {
    const { draft } = this;
    const turn = ++this.asked;
    if (!draft?.hex) {
      this.view = null;
      return;
    }
    const view = await this.waiting(this.match.api.mission({ ...draft, units: draft.units.join('+'), escort: draft.escort.join('+'), taken: this.taken })).catch(() => null);
    if (turn !== this.asked || !this.draft) return;
    this.view = view;
    if (view) this.draft = { ...this.draft, verb: view.verb };
  }

  // ---------------------------------------------------------------- building

  /** A new mission: to the hex that is chosen, or to one that is clicked next. */
  begin(hex = this.table.selected?.name ?? '', verb = ''): void {
    this.table.orders.clear();
    this.match.refusal = null;
    this.view = null;
    this.draft = { verb, hex, units: [], escort: [], word: '' };
    void this.weigh();
  }

  close(): void {
    this.asked += 1;
    this.draft = this.view = null;
  }

  change(change: Partial<Draft>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...change };
    void this.weigh();
  }

  /** A click on the map: who is based there takes part or not, every other hex is the target. */
  async click(hex: string): Promise<void> {
    if (hex === this.draft?.hex) return;
    const there = (this.view?.flyers ?? []).filter((one) => one.base === hex).map((one) => one.id);
    if (there.length) {
      const all = there.every((id) => this.draft?.units.includes(id));
      const others = (this.draft?.units ?? []).filter((id) => !there.includes(id));
      this.change({ units: all ? others : [...others, ...there] });
    } else {
      this.draft = this.draft && { ...this.draft, hex, units: [], escort: [] };
      await this.weigh();
    }
  }

  use(verb: string): void {
    this.change({ verb, units: [], escort: [], word: '' });
  }

  nextKind(step: 1 | -1): void {
    const kinds = this.view?.kinds ?? [];
    const next = kinds[(kinds.findIndex((kind) => kind.verb === this.draft?.verb) + step + kinds.length) % kinds.length];
    if (next) this.use(next.verb);
  }

  toggle(id: string): void {
    if (!id || !this.draft) return;
    const { units } = this.draft;
    this.change({ units: units.includes(id) ? units.filter((other) => other !== id) : [...units, id], escort: this.draft.escort.filter((other) => other !== id) });
  }

  toggleEscort(id: string): void {
    const escort = this.draft?.escort ?? [];
    this.change({ escort: escort.includes(id) ? escort.filter((other) => other !== id) : [...escort, id] });
  }

  /** The nearest fighter that does not escort yet. */
  escortMore(): void {
    const next = this.view?.escorts?.find((one) => !this.draft?.escort.includes(one.id));
    if (next) this.toggleEscort(next.id);
  }

  get ready(): boolean {
    return (this.view?.commands?.length ?? 0) > 0 && !this.view?.why && (this.draft?.units.length ?? 0) > 0;
  }

  private package(): Package | null {
    const { draft, view } = this;
    if (!draft || !view?.commands || !this.ready) return null;
    const title = view.kinds.find((kind) => kind.verb === view.verb)?.title ?? view.verb;
    return { ...draft, title, chip: view.chip ?? '', commands: view.commands, seat: this.match.view.seat };
  }

  /** Put the mission on the list. */
  keep(): void {
    const made = this.package();
    if (!made) return;
    this.listed = [...this.listed, made];
    this.close();
  }

  /** Fly the mission at once. */
  async fly(): Promise<void> {
    const made = this.package();
    if (!made) return;
    this.listed = [made, ...this.listed];
    this.close();
    await this.flyListed(1);
  }

  edit(one: Package): void {
    this.drop(one);
    this.draft = { verb: one.verb, hex: one.hex, units: one.units, escort: one.escort, word: one.word };
    void this.weigh();
  }

  drop(one: Package): void {
    this.listed = this.listed.filter((other) => other !== one);
  }

  /** What was flown in the last air phase, put on the list as far as it can be flown again. */
  async asLast(): Promise<void> {
    for (const raid of this.air?.last ?? []) await this.waiting(this.again(raid));
  }

  private async again(raid: Raid): Promise<void> {
    const ask = (units: string[], escort: string[]): Promise<MissionView | null> =>
      this.match.api.mission({ hex: raid.hex, verb: raid.verb, word: '', taken: this.taken, units: units.join('+'), escort: escort.join('+') }).catch(() => null);
    const free = await ask([], []);
    if (free?.verb !== raid.verb) return;
    const able = (names: string[], from: { id: string }[] = []): string[] => names.filter((id) => from.some((one) => one.id === id));
    const units = able(raid.units, free.flyers);
    const escort = able(raid.escort ?? [], free.escorts);
    const view = units.length ? await ask(units, escort) : null;
    if (!view?.commands?.length || view.why) return;
    const title = view.kinds.find((kind) => kind.verb === view.verb)?.title ?? view.verb;
    this.listed = [...this.listed, { verb: view.verb, hex: raid.hex, units, escort, word: '', title, chip: view.chip ?? '', commands: view.commands, seat: this.match.view.seat }];
  }

  // ---------------------------------------------------------------- flying

  /** Fly everything on the list, one after the other; the other side answers in between where it must. */
  flyAll(): Promise<void> {
    return this.flyListed(this.packages.length);
  }

  private async flyListed(count: number): Promise<void> {
    this.flying.set(this.match.view.seat, count);
    await this.goOn();
  }

  private async goOn(): Promise<void> {
    const { match, flying } = this;
    for (;;) {
      const { seat } = match.view;
      const left = flying.get(seat) ?? 0;
      const [next] = this.packages;
      const [command, ...rest] = next?.commands ?? [];
      if (!left || !next || !command) {
        flying.delete(seat);
        return;
      }
      if (!match.mine || match.busy || !this.table.orders.verbs.some((verb) => verb.verb === command.verb)) return;
      // off the list before it is said, so that nothing is said twice
      this.listed = this.listed.flatMap((one) => (one !== next ? [one] : rest.length ? [{ ...one, commands: rest }] : []));
      if (!rest.length) flying.set(seat, left - 1);
      if (await this.table.act(command, next.hex)) continue;
      flying.delete(seat);
      this.listed = [{ ...next, commands: [command, ...rest] }, ...this.listed.filter((one) => one.hex !== next.hex || one.units !== next.units)];
    }
  }

  // ---------------------------------------------------------------- standing orders

  /** Give a standing order, or change its number. */
  order(order: StandingOrder, number = order.number, hex = order.hex ?? ''): Promise<boolean> {
    return this.table.act({ verb: order.verb, ...(hex && { hexes: [hex] }), ...(order.word ? { word: order.word } : { number }) });
  }

  takeBack(order: StandingOrder): Promise<boolean> {
    return order.drop ? this.table.act(order.drop) : Promise.resolve(false);
  }

  // ---------------------------------------------------------------- on the map

  /** Is the air war what is looked at? */
  get shown(): boolean {
    return this.offered && !this.table.replaying && (this.draft !== null || desk.panel === 'air');
  }

  /** Ranges of those who fly the mission, of the unit pointed at, and enemy patrol zones. */
  get ranges(): Range[] {
    if (!this.shown) return [];
    const found: Range[] = (this.air?.zones ?? []).map((zone) => ({ hex: zone.hex, hexes: zone.hexes, own: false, text: zone.title ?? '' }));
    const flyers = (this.view?.flyers ?? []).filter((one) => this.draft?.units.includes(one.id) || one.id === this.pointed);
    const escorts = (this.view?.escorts ?? []).filter((one) => this.draft?.escort.includes(one.id));
    const text = (id: string, base: string, range: number): string => `${this.table.unit(id)?.name ?? id} from ${this.match.board.placesAt(base)[0]?.name ?? base} · ${range}`;
    const own = new Map([...flyers, ...escorts].map((one) => [`${one.base} ${one.range}`, { hex: one.base, hexes: one.range, own: true, text: text(one.id, one.base, one.range) }]));
    for (const base of this.air?.bases ?? [])
      for (const unit of base.units) if (unit.id === this.pointed && !this.draft) own.set(base.hex, { hex: base.hex, hexes: unit.range, own: true, text: text(unit.id, base.hex, unit.range) });
    return [...found, ...own.values()];
  }

  /** From where to where missions fly: the one being built, and those on the list. */
  get flights(): { from: string; to: string; built: boolean }[] {
    if (!this.shown) return [];
    const ways = (one: Draft, built: boolean): { from: string; to: string; built: boolean }[] =>
      [...new Set([...one.units, ...one.escort].map((id) => this.table.places.get(id)?.at ?? ''))].filter((from) => from && from !== one.hex).map((from) => ({ from, to: one.hex, built }));
    return [...this.packages.flatMap((one) => ways(one, false)), ...(this.draft?.hex ? ways(this.draft, true) : [])];
  }
}
