/** Formations: the player's own groupings of units, which no rule knows, and those that the counters name. Kept in this browser. */
import type { Hex } from '../lib/board';
import type { Owner } from '../lib/sides';
import type { UnitView } from '../lib/types';
import { keep, kept } from './keep';
import type { Table } from './table.svelte';

export interface Formation {
  name: string;
  units: string[];
}

/** A formation as it stands: who of it is on the map, and what they come to. */
export interface Row {
  name: string;
  own: boolean;
  /** is it printed in the order of battle, or a marker on the map? else the units are alike */
  named: boolean;
  units: { at: string; unit: UnitView }[];
  able: number;
  attack: number;
  defence: number;
}

/** A formation from afar: one word for all its stacks. */
export interface Marker {
  text: string;
  owner: Owner;
  lit: boolean;
  stacks: { hex: Hex; units: string[] }[];
}

export class Formations {
  own = $state.raw<Formation[]>([]);
  /** the formation that is lit on the map */
  lit = $state('');

  constructor(private readonly table: Table) {
    this.own = kept<Formation[]>(this.key, []);
  }

  private get key(): string {
    return `formations.${this.table.match.api.id}`;
  }

  /** by unit the formation of the order of battle that it is printed under */
  private readonly printed = $derived.by(() => new Map(Object.entries(this.table.match.aids.formations).flatMap(([name, units]) => units.map((unit) => [unit, name] as const))));

  /** The corps or army marker that a unit lies under, if its game has any. */
  private markerOf = (unit: UnitView): string | undefined => unit.state?.find((word) => /^marker \d+$/.test(word));

  /** The player's own first, then markers, the order of battle, and everybody else by what is printed on the counter: size and kind. */
  readonly rows = $derived.by((): Row[] => {
    const { table } = this;
    const mine = table.match.sidesOf(table.shown.seat);
    const there = [...table.places].flatMap(([, { at, unit }]) => (mine.includes(unit.side) && table.match.board.hex(at) ? [{ at, unit }] : []));
    const taken = new Map(this.own.flatMap(({ name, units }) => units.map((unit) => [unit, name] as const)));
    const groups = new Map<string, Row['units']>(this.own.map(({ name }) => [name, []]));
    for (const one of there) {
      const name = taken.get(one.unit.id) ?? this.markerOf(one.unit) ?? this.printed.get(one.unit.id) ?? ([one.unit.size, one.unit.kind].filter(Boolean).join(' ') || 'others');
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    const names = new Set(this.own.map(({ name }) => name));
    const listed = new Set([...this.printed.values(), ...there.flatMap(({ unit }) => this.markerOf(unit) ?? [])]);
    return [...groups].map(([name, units]) => ({
      name, units, own: names.has(name), named: names.has(name) || listed.has(name),
      able: units.filter(({ unit }) => table.orders.able.has(unit.id) && !unit.state?.includes('moved')).length,
      attack: units.reduce((sum, { unit }) => sum + (unit.attack ?? 0), 0),
      defence: units.reduce((sum, { unit }) => sum + (unit.defence ?? 0), 0),
    })).sort((a, b) => Number(b.own) - Number(a.own) || Number(b.named) - Number(a.named) || a.name.localeCompare(b.name, 'en', { numeric: true }));
  });

  hexesOf = (row: Row): string[] => [...new Set(row.units.map(({ at }) => at))];

  /** The hexes of the formation that is lit. */
  readonly marked = $derived.by((): Hex[] => {
    const row = this.rows.find(({ name }) => name === this.lit);
    return row ? this.hexesOf(row).flatMap((name) => this.table.match.board.hex(name) ?? []) : [];
  });

  /** Formations of the others, as far as their counters can be read: by marker, or as the order of battle prints them. */
  private readonly others = $derived.by((): { name: string; side: number; units: Row['units'] }[] => {
    const { table } = this;
    const mine = table.match.sidesOf(table.shown.seat);
    const groups = new Map<string, { name: string; side: number; units: Row['units'] }>();
    for (const [, { at, unit }] of table.places) {
      const name = this.markerOf(unit) ?? (unit.covered ? undefined : this.printed.get(unit.id));
      if (!name || mine.includes(unit.side) || !table.match.board.hex(at)) continue;
      const group = groups.get(`${unit.side} ${name}`) ?? { name, side: unit.side, units: [] };
      group.units.push({ at, unit });
      groups.set(`${unit.side} ${name}`, group);
    }
    return [...groups.values()];
  });

  /** What has a marker from afar, with the stacks it stands for: formations of both sides that have more than one unit on the map. */
  readonly markers = $derived.by((): Marker[] => {
    const { match } = this.table;
    const own = this.rows.filter((row) => row.named).map((row) => ({ ...row, side: row.units[0]?.unit.side ?? 0 }));
    return [...own, ...this.others].filter(({ units }) => units.length > 1).map(({ name, side, units }) => {
      const stacks = new Map<string, string[]>();
      for (const { at, unit } of units) stacks.set(at, [...(stacks.get(at) ?? []), unit.id]);
      return {
        text: `${name} ${units.length}`, owner: match.owners[side] ?? 'neutral', lit: name === this.lit,
        stacks: [...stacks].flatMap(([at, ids]) => {
          const hex = match.board.hex(at);
          return hex ? [{ hex, units: ids }] : [];
        }),
      };
    });
  });

  /** A unit is in one formation at a time. */
  form(name: string, units: string[]): void {
    const others = this.own.filter((one) => one.name !== name).map((one) => ({ ...one, units: one.units.filter((unit) => !units.includes(unit)) })).filter((one) => one.units.length);
    this.save([...others, { name, units }]);
  }

  dissolve(name: string): void {
    this.save(this.own.filter((one) => one.name !== name));
    if (this.lit === name) this.lit = '';
  }

  private save(formations: Formation[]): void {
    this.own = formations;
    keep(this.key, formations);
  }
}
