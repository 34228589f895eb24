/** From the state of the table to the scene that is painted. */
import type { Hex } from '../lib/board';
import { backOf, faceOf, type Face } from '../lib/face';
import type { LogEvent, Stack } from '../lib/types';
import { shapeOf } from '../lib/verbs';
import type { Table } from '../store/table.svelte';
import type { Fill } from './overlay';
import type { Scene, SceneArrow, SceneStack } from './scene';

/** The faces of a stack, top first; what may not be seen is a card back, never nothing. */
export function facesOf(table: Table, stack: Stack, hidden: ReadonlySet<string> = new Set()): Face[] {
  const seen = stack.units.filter((unit) => !hidden.has(unit.id));
  const faces = seen.map((unit) => faceOf(unit, table.sideName(unit), table.shown.game));
  const like = faces[0];
  for (let k = stack.units.length; k < stack.count; k++) faces.push(backOf(like?.owner ?? 'neutral', like?.card ?? 'white'));
  return faces;
}

/** All stacks, without the units that are on their way. */
export function stacksOf(table: Table, moving: ReadonlySet<string> | undefined): SceneStack[] {
  const { board } = table.match;
  const picked = new Set([...table.orders.units, ...(table.orders.builder?.chosen ?? [])]);
  const found: SceneStack[] = [];
  for (const [name, stack] of Object.entries(table.shown.stacks)) {
    const hex = board.hex(name);
    if (!hex) continue;
    const order = picked.size ? [...stack.units].sort((a, b) => Number(picked.has(b.id)) - Number(picked.has(a.id))) : stack.units;
    const faces = facesOf(table, { count: stack.count, units: order }, moving);
    if (!faces.length) continue;
    found.push({
      hex, faces, count: faces.length,
      selected: stack.units.some((unit) => picked.has(unit.id)),
      able: stack.units.some((unit) => table.orders.able.has(unit.id)),
    });
  }
  return found.sort((a, b) => a.hex.y - b.hex.y || a.hex.x - b.hex.x);
}

/** Reach of what is picked comes before any overlay that was switched on. */
export function fillOf(table: Table, overlay: string, networks: Map<number, Set<string>> | null): Fill | null {
  const { orders } = table;
  if (orders.allowed && orders.allowed.size && !orders.builder) {
    const hexes = new Map<string, number | undefined>();
    for (const name of orders.allowed) hexes.set(name, orders.left(name));
    return { kind: 'reach', hexes };
  }
  const { control } = table.shown;
  if (overlay === 'control') return { kind: 'control', control };
  if (overlay === 'supply' && networks) return { kind: 'supply', control, networks };
  return null;
}

/** Hexes that can be aimed at: all while nothing is picked, those of the picked units otherwise. */
export function targetsOf(table: Table): Hex[] {
  const { orders } = table;
  const { board } = table.match;
  if (orders.builder || table.replaying) return [];
  const names = orders.units.length ? Object.keys(orders.reach?.assaults ?? {}) : [...orders.targets.keys()];
  return names.flatMap((name) => board.hex(name) ?? []);
}

export function pathsOf(table: Table, supply: string[]): Scene['paths'] {
  const { board } = table.match;
  const paths: Scene['paths'] = [];
  const hexes = (names: string[]): Hex[] => names.flatMap((name) => board.hex(name) ?? []);
  const { hover, orders } = table;
  if (hover && orders.reach?.hexes[hover.name]) {
    const way = orders.way(hover.name);
    paths.push({ hexes: hexes([orders.reach.start ?? '', ...way.map((step) => step.hex)]), style: 'path' });
  }
  if (supply.length) paths.push({ hexes: hexes(supply), style: 'supply' });
  if (table.plan.active) {
    for (const { command, attack, from } of table.plan.sketches) {
      const goal = command.hexes?.at(-1);
      if (!attack && from && goal) paths.push({ hexes: hexes([from, goal]), style: 'plan' });
    }
  }
  return paths;
}

export interface Battle {
  target: string;
  attackers: string[];
  air: number;
  result: string;
}

/** The battle that the status speaks of, with the attackers that the log names. */
export function battleOf(table: Table): Battle | null {
  const battle = table.shown.status['battle'] as { target?: unknown; targets?: unknown[]; result?: unknown; results?: unknown[] } | undefined;
  const target = battle?.target ?? battle?.targets?.[0];
  if (!battle || typeof target !== 'string') return null;
  const begun = table.match.log.findLast((event) => event.units?.length && event.hexes?.[0] === target && /^(attacked|assaulted)$/.test(event.kind));
  return { target, attackers: begun?.units ?? [], air: begun?.number ?? 0, result: String(battle.result ?? battle.results?.find(Boolean) ?? '') };
}

/** Tapered arrows: the attack that is being built, planned attacks, and the moves of the last turn. */
export function arrowsOf(table: Table, moves: LogEvent[]): SceneArrow[] {
  const { board } = table.match;
  const arrows: SceneArrow[] = [];
  const add = (units: string[], target: string, style: SceneArrow['style']): void => {
    const to = board.hex(target);
    const sources = new Set(units.map((unit) => table.places.get(unit)?.at ?? ''));
    for (const source of sources) {
      const from = board.hex(source);
      if (from && to && from !== to) arrows.push({ from: [from.x, from.y], to: [to.x, to.y], style });
    }
  };
  const { builder } = table.orders;
  if (builder) for (const target of [builder.target, ...builder.more]) add(builder.chosen, target, 'planned');
  if (table.plan.active) for (const { command, attack } of table.plan.sketches) if (attack) add(command.units ?? [], command.hexes?.[0] ?? '', 'planned');
  const battle = table.replaying ? null : battleOf(table);
  if (battle && !battle.result) add(battle.attackers, battle.target, 'attack');
  for (const event of moves) {
    const [first, last] = [board.hex(event.hexes?.[0] ?? ''), board.hex(event.hexes?.at(-1) ?? '')];
    if (first && last && first !== last)
      arrows.push({ from: [first.x, first.y], to: [last.x, last.y], style: event.kind === 'retreated' ? 'retreat' : 'attack', owner: table.match.owner(event.side ?? '') });
  }
  return arrows;
}

export function plaquesOf(table: Table): Scene['plaques'] {
  const { board } = table.match;
  const plaques: Scene['plaques'] = [];
  const add = (name: string, text: string): void => {
    const hex = board.hex(name);
    if (hex && text) plaques.push({ hex, text, tone: 'amber' });
  };
  const { builder, odds } = table.orders;
  if (builder && odds) add(builder.target, spread(Object.keys(odds.odds)));
  if (table.plan.active) for (const { command, attack, note } of table.plan.sketches) if (attack) add(command.hexes?.[0] ?? '', note);
  return plaques;
}

/** Several possible odds as a range. */
export const spread = (names: string[]): string => (names.length > 1 ? `${names[0]} to ${names.at(-1)}` : (names[0] ?? ''));

/** The moves since each side last had the say: the newest run of events of either side. */
export function lastMoves(log: LogEvent[]): LogEvent[] {
  const found: LogEvent[] = [];
  let changes = 0;
  let side: string | undefined;
  for (let k = log.length - 1; k >= 0 && changes < 2; k--) {
    const event = log[k];
    if (!event) continue;
    const travels = (event.hexes?.length ?? 0) > 1;
    if (travels && event.side) {
      if (side !== undefined && event.side !== side) changes += 1;
      side = event.side;
      if (changes < 2) found.push(event);
    }
  }
  return found;
}

/** Hexes of units that a question has pointed out. */
export function markedOf(table: Table): Hex[] {
  const names = new Set((table.marked?.units ?? []).map((unit) => table.places.get(unit)?.at ?? ''));
  const battle = table.orders.of('units').filter((verb) => shapeOf(verb) === 'units' && !table.orders.units.length);
  if (!table.replaying) for (const verb of battle) if ((verb.units?.length ?? 0) <= 12) for (const unit of verb.units ?? []) names.add(table.places.get(unit)?.at ?? '');
  return [...names].flatMap((name) => table.match.board.hex(name) ?? []);
}
