/** From the state of the table to the scene that is painted. */
import type { Hex } from '../lib/board';
import { backOf, faceOf, type Face } from '../lib/face';
import type { EventView, StackView, Target } from '../lib/types';
import { shapeOf } from '../lib/verbs';
import { desk } from '../store/desk.svelte';
import type { Marker } from '../store/formations.svelte';
import type { Table } from '../store/table.svelte';
import { isVisible } from './camera';
import { bend, waysIn } from './dangers';
import type { SupplyFill, Zone } from './networks';
import { PLAQUE_UP } from './marks';
import type { Fill } from './overlay';
import type { Scene, SceneArrow, SceneStack, Trail, Travel } from './scene';

/** The faces of a stack, top first; what may not be seen is a card back, never nothing. */
export function facesOf(table: Table, stack: StackView, hidden: ReadonlySet<string> = new Set()): Face[] {
  const seen = stack.units.filter((unit) => !hidden.has(unit.id));
  const faces = seen.map((unit) => faceOf(unit, table.sideName(unit), table.shown.game));
  const like = faces[0];
  for (let k = stack.units.length; k < stack.count; k++) faces.push(backOf(like?.owner ?? 'neutral', like?.card ?? 'white'));
  return faces;
}

/** All stacks, without the units that are on their way. */
export function stacksOf(table: Table, moving: ReadonlySet<string> | undefined): SceneStack[] {
  const { board } = table.match;
  const picked = new Set([...table.orders.units, ...(table.orders.builder?.chosen ?? []), ...(table.air.draft?.units ?? []), ...(table.air.draft?.escort ?? []), ...table.group.units]);
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
export function fillOf(table: Table, overlay: string, supply: Pick<SupplyFill, 'networks' | 'lines'> | null, zones: Zone[] | null): Fill | null {
  const { orders } = table;
  if (orders.allowed && orders.allowed.size && !orders.builder) {
    const hexes = new Map<string, number | undefined>();
    for (const name of orders.allowed) hexes.set(name, orders.left(name));
    return { kind: 'reach', hexes };
  }
  const { control } = table.shown;
  if (overlay === 'control') return { kind: 'control', control };
  if (overlay === 'supply' && supply) return { kind: 'supply', control, ...supply };
  if (overlay === 'zones' && zones) return { kind: 'zones', zones };
  if (overlay === 'threats' && !table.replaying) return { kind: 'threats', threats: table.stakes.threats };
  return null;
}

/** Hexes that can be aimed at: all while nothing is picked, else those of the picked units. */
export function targetsOf(table: Table): Hex[] {
  const { orders } = table;
  const { board } = table.match;
  if (orders.builder || table.replaying || orders.anywhere) return [];
  const names = orders.aims ?? (orders.units.length ? Object.keys(orders.reach?.assaults ?? {}) : orders.targets.keys());
  return [...names].flatMap((name) => board.hex(name) ?? []);
}

export function pathsOf(table: Table, supply: string[]): Scene['paths'] {
  const { board } = table.match;
  const paths: Scene['paths'] = [];
  const hexes = (names: string[]): Hex[] => names.flatMap((name) => board.hex(name) ?? []);
  for (const { from, to, built } of table.air.flights) paths.push({ hexes: hexes([from, to]), style: built ? 'mission' : 'flight' });
  const { hover, orders } = table;
  if (hover && orders.reach?.hexes[hover.name]) {
    const way = orders.way(hover.name);
    paths.push({ hexes: hexes([orders.reach.start ?? '', ...way.map((step) => step.hex)]), style: 'path' });
  }
  const march = table.marches.preview;
  if (march) paths.push({ hexes: table.marches.hexes(march.route, march.units), style: 'plan' });
  if (supply.length) paths.push({ hexes: hexes(supply), style: 'supply' });
  if (table.plan.active) {
    for (const { command, attack, from } of table.plan.sketches) {
      const goal = command.hexes?.at(-1);
      if (!attack && from && goal) paths.push({ hexes: hexes([from, ...(command.hexes ?? [])]), style: 'plan' });
    }
  }
  return paths;
}

/** Ranges of the air mission that is being built, and enemy patrol zones. */
export function ringsOf(table: Table): Scene['rings'] {
  const { board } = table.match;
  return table.air.ranges.flatMap(({ hex, hexes, own, text }) => {
    const found = board.hex(hex);
    return found ? [{ hex: found, hexes, own, text }] : [];
  });
}

/** Airbases with the starts that are left, missions on the list by number, and the one that is being built. */
function airNotes(table: Table): Scene['plaques'] {
  const { air, match } = table;
  if (!air.shown) return [];
  const notes: [string, string, 'air' | 'field' | 'amber'][] = (air.air?.bases ?? []).map((base) => [base.hex, `${base.left}/${base.capacity}`, base.temporary ? 'field' : 'air']);
  air.packages.forEach((one, n) => notes.push([one.hex, `${n + 1}`, 'air']));
  if (air.draft?.hex) notes.push([air.draft.hex, air.view?.chip || 'target', 'amber']);
  return notes.flatMap(([name, text, tone]) => {
    const hex = match.board.hex(name);
    return hex ? [{ hex, text, tone }] : [];
  });
}

/** Ways along the hexes they led through. */
export function trailsOf(table: Table, moves: EventView[]): Trail[] {
  const { board } = table.match;
  return moves.flatMap((event) => {
    const hexes = (event.path ?? []).flatMap((name) => board.hex(name) ?? []);
    return hexes.length > 1 ? [{ hexes, owner: table.match.owner(event.side ?? ''), retreat: event.retreat ?? false }] : [];
  });
}

/** Tapered arrows: the attack that is being built, and planned attacks. */
export function arrowsOf(table: Table): SceneArrow[] {
  const { board } = table.match;
  const arrows: SceneArrow[] = [];
  const add = (units: string[], target: string, style: SceneArrow['style']): void => {
    const to = board.hex(target);
    const sources = new Set(units.map((unit) => table.places.get(unit)?.at ?? ''));
    const owner = table.match.owners[units.map((unit) => table.unit(unit)?.side).find((side) => side !== undefined) ?? -1];
    for (const source of sources) {
      const from = board.hex(source);
      if (from && to && from !== to) arrows.push({ from: [from.x, from.y], to: [to.x, to.y], style, ...(owner && { owner }) });
    }
  };
  const { builder } = table.orders;
  if (builder) for (const target of [builder.target, ...builder.more]) add(builder.chosen, target, 'planned');
  if (table.plan.active) for (const { command, attack } of table.plan.sketches) if (attack) add(command.units ?? [], command.hexes?.[0] ?? '', 'planned');
  // a group: where the stacks would go if this hex were clicked
  if (table.hover && table.group.stacks.length && !table.replaying) for (const { from, to } of table.group.sketch(table.hover)) arrows.push({ from: [from.x, from.y], to: [to.x, to.y], style: 'planned' });
  const filmed = table.film.open ? table.film.shot?.scene.battle : undefined;
  if (filmed) add(filmed.attackers ?? [], filmed.hex, 'attack');
  const battle = table.replaying ? undefined : table.shown.status.battle;
  if (battle && !battle.results?.length) for (const target of battle.targets) add(battle.attackers ?? [], target, 'attack');
  return arrows;
}

/** Hexes at least so wide in pixels for odds at the targets: on smaller maps they would hide the counters. */
const ODDS_FROM = 26;

/** Likely odds in a word: of the units in hand, and what they become if all join; or only of all together. */
export const oddsWords = ({ likely, together }: Target): string => (likely && together && likely !== together ? `${likely} › ${together}` : likely || together);

/** Likely odds beside the targets, each at a side of its hex where no counter lies. In a dense front there is no such side: then they are small, and
 * cover no counter but the target's own, except those of the few targets of what is in hand. */
export function oddsOf(table: Table, targets: Hex[]): Scene['plaques'] {
  const { likely } = table.orders;
  const { camera } = desk;
  if (!likely.size || table.replaying || table.plan.active || camera.w < ODDS_FROM) return [];
  const { board } = table.match;
  const full = Object.keys(table.shown.stacks).flatMap((name) => board.hex(name) ?? []);
  const placed: [number, number][] = [];
  const clear = (x: number, y: number, far: number): boolean => full.every((hex) => Math.hypot(hex.x - x, (hex.y - y) * 1.3) > far) && placed.every(([px, py]) => Math.hypot(px - x, (py - y) * 2) > 0.8);
  return targets.flatMap((hex) => {
    const found = likely.get(hex.name);
    const text = found ? oddsWords(found) : '';
    if (!text || !isVisible(camera, hex.x, hex.y)) return [];
    const beside = (far: number): readonly [number, number] | undefined => SPOTS.find(([x, y]) => clear(hex.x + x, hex.y + y, far));
    const free = beside(FREE);
    const [dx, dy] = free ?? beside(TIGHT) ?? (table.orders.units.length ? beside(TIGHTEST) : undefined) ?? EDGE;
    placed.push([hex.x + dx, hex.y + dy]);
    return [{ hex: { ...hex, x: hex.x + dx, y: hex.y + dy + PLAQUE_UP }, text, tone: 'odds' as const, small: !free }];
  });
}

/** How far from the middle of a counter a word lies that leaves it free, touches its edge, or covers a part of it. */
const [FREE, TIGHT, TIGHTEST] = [0.8, 0.62, 0.46];

/** Where a word may stand beside a hex, the best first, and where it stands if counters lie all around. */
const SPOTS: readonly [number, number][] = [[0.86, 0], [-0.86, 0], [0.78, -0.42], [0.78, 0.42], [-0.78, -0.42], [-0.78, 0.42], [0, -0.66], [0, 0.66]];
const EDGE: readonly [number, number] = [0, -0.48];

/** From this width of a hex on, counters can be read and markers would only hide them. */
const MARKERS_BELOW = 24;
/** A leg is no longer than this, in hexes: what is scattered over a front is no formation that stands anywhere. */
const LONGEST_LEG = 7;
/** Pixels that a letter of a marker takes, its edges, and its height. */
const [LETTER, EDGES, TALL] = [5.6, 12, 17];

/** From afar formations have a marker, at the stack nearest to their middle, with legs to the other stacks; it goes with those who march.
 * Of markers that would hide each other the one that is lit stays, then one's own, then the largest. */
export function markersOf(table: Table, moved: Pick<Travel, 'units' | 'x' | 'y'> | null | undefined): Scene['markers'] {
  const { camera } = desk;
  if (camera.w >= MARKERS_BELOW || desk.bare) return [];
  const taken: { x: number; y: number; width: number }[] = [];
  const mine = table.match.sidesOf(table.shown.seat).map((side) => table.match.owners[side]);
  const rank = ({ lit, owner }: Marker): number => (lit ? 0 : mine.includes(owner) ? 1 : 2);
  const size = ({ stacks }: Marker): number => stacks.reduce((sum, { units }) => sum + units.length, 0);
  return [...table.formations.markers].sort((a, b) => rank(a) - rank(b) || size(b) - size(a)).flatMap(({ text, owner, lit, stacks }) => {
    const spots = spotsOf(stacks, moved);
    const at = middleOf(spots);
    if (!at) return [];
    const near = spots.filter((spot) => spot !== at && Math.hypot(spot.x - at.x, spot.y - at.y) <= LONGEST_LEG);
    const [x, y, width] = [at.x * camera.w, at.y * camera.w, text.length * LETTER + EDGES];
    const crowded = taken.some((other) => Math.abs(other.x - x) < (other.width + width) / 2 && Math.abs(other.y - y) < TALL);
    const scattered = near.length + 1 < spots.length / 2;
    if (!lit && (crowded || scattered)) return [];
    taken.push({ x, y, width });
    return [{ ...at, legs: lit ? spots.filter((spot) => spot !== at) : near, text, owner, lit }];
  });
}

/** Where the stacks of a formation are, those on their way where they are just now. */
function spotsOf(stacks: Marker['stacks'], moved: Pick<Travel, 'units' | 'x' | 'y'> | null | undefined): Spot[] {
  return stacks.flatMap(({ hex, units }) => {
    const stay = units.some((unit) => !moved?.units.has(unit));
    const go = units.some((unit) => moved?.units.has(unit));
    return [...(stay ? [{ x: hex.x, y: hex.y }] : []), ...(go && moved ? [{ x: moved.x, y: moved.y }] : [])];
  });
}

/** The spot nearest to the middle of all; the middle of a row of numbers is not drawn away by a single one far off. */
function middleOf(spots: Spot[]): Spot | undefined {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [x, y] = [middle(spots.map((spot) => spot.x)), middle(spots.map((spot) => spot.y))];
  const away = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  return spots.reduce<Spot | undefined>((best, spot) => (best && away(best) <= away(spot) ? best : spot), undefined);
}

interface Spot {
  x: number;
  y: number;
}

export function plaquesOf(table: Table): Scene['plaques'] {
  const { board } = table.match;
  const plaques: Scene['plaques'] = airNotes(table);
  const add = (name: string, text: string): void => {
    const hex = board.hex(name);
    if (hex && text) plaques.push({ hex, text, tone: 'amber' });
  };
  const { builder, odds } = table.orders;
  if (desk.fill === 'threats' && !table.replaying && !table.orders.allowed) plaques.push(...notesOf(table));
  // battles of the film leave their result where they were fought
  if (table.film.open)
    table.film.shots.forEach(({ scene }, k) => { if (k < table.film.at && scene.battle) add(scene.battle.hex, scene.battle.result || '×'); });
  const march = table.marches.preview;
  if (march) for (const { hex, turn } of table.marches.ends(march.route)) add(hex, `turn ${table.shown.turn + turn - 1}`);
  if (builder && odds) add(builder.target, spread(Object.keys(odds.odds)));
  if (table.plan.active) for (const { command, attack, note } of table.plan.sketches) if (attack) add(command.hexes?.[0] ?? '', note);
  return plaques;
}

/** What the enemy's next turn threatens, in a word at its hex, and the points that ways into open places need. */
function notesOf(table: Table): Scene['plaques'] {
  const { board } = table.match;
  const { threats } = table.stakes;
  const said = threats.flatMap((threat) => (threat.note ? threat.stacks.slice(0, 12).map((name) => [name, threat.note] as const) : []));
  // the worst comes first, and one word per hex is enough
  const notes = [...new Map([...said].reverse())].flatMap(([name, text]) => {
    const hex = board.hex(name);
    return hex ? [{ hex, text, tone: 'threat' as const }] : [];
  });
  const points = waysIn(board, threats).map((way) => ({ hex: { ...way.from, x: bend(way).middle[0], y: bend(way).middle[1] + 0.48 }, text: String(way.cost), tone: 'pill' as const }));
  return [...points, ...notes];
}

/** Several possible odds as a range. */
export const spread = (names: string[]): string => (names.length > 1 ? `${names[0]} to ${names.at(-1)}` : (names[0] ?? ''));

/** The moves since each side last had the say: the newest run of events of either side. */
export function lastMoves(log: EventView[]): EventView[] {
  const found: EventView[] = [];
  let changes = 0;
  let side: string | undefined;
  for (let k = log.length - 1; k >= 0 && changes < 2; k--) {
    const event = log[k];
    if (!event) continue;
    const travels = (event.path?.length ?? 0) > 1;
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
  const names = new Set((table.asked?.answer.sides ?? []).flatMap((who) => [...who.comers.map((one) => one.start), ...who.strikes.flatMap((strike) => strike.hexes)]));
  const battle = table.orders.of('units').filter((verb) => shapeOf(verb) === 'units' && !table.orders.units.length);
  if (!table.replaying) for (const verb of battle) if ((verb.units?.length ?? 0) <= 12) for (const unit of verb.units ?? []) names.add(table.places.get(unit)?.at ?? '');
  return [...[...names].flatMap((name) => table.match.board.hex(name) ?? []), ...table.formations.marked];
}
