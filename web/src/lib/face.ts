/** What a counter shows, worked out from what the server says of a unit. */
import { ownerOf, plain, type Owner } from './sides';
import { aircraft, gameCards, symbols } from './tokens';
import type { UnitView } from './types';

export interface Face {
  owner: Owner;
  card: string;
  symbol: string;
  size: string;
  id: string;
  factors: string;
  steps: [number, number] | null;
  reduced: boolean;
  untried: boolean;
  hidden: boolean;
  badges: Badge[];
}

export type Badge = NonNullable<UnitView['badges']>[number];

/** Pieces that show nothing but a question. */
const BLIND = new Set(['hidden', 'dummy']);

/** Words of unit kinds and the symbols that draw them; the first that occurs in the kind wins. */
const SYMBOLS: [string, string][] = [
  ['airborne-armo', 'airborne-armor'], ['guards-mech', 'guards-mech'], ['panzergrenadier', 'motorized'],
  ['motorcycle', 'motorcycle'], ['motor', 'motorized'], ['mechani', 'mechanized'], ['panzer', 'armor'], ['armo', 'armor'],
  ['tank', 'armor'], ['cavalry', 'cavalry'], ['mountain', 'mountain'], ['jaeger', 'mountain'], ['ski', 'ski'],
  ['airborne', 'airborne'], ['para', 'airborne'], ['naval', 'naval-infantry'], ['marine', 'naval-infantry'],
  ['shock', 'shock'], ['rocket', 'rocket'], ['katyusha', 'rocket'], ['assault-gun', 'assault-gun'],
  ['rail-art', 'rail-artillery'], ['artillery', 'artillery'], ['antitank', 'antitank'], ['antiair', 'antiaircraft'],
  ['flak', 'antiaircraft'], ['rail-eng', 'rail-engineer'], ['construct', 'construction'], ['engineer', 'engineer'],
  ['recon', 'recon'], ['machine', 'machinegun'], ['bicycle', 'bicycle'], ['garrison', 'garrison'],
  ['fortif', 'fortified-area'], ['security', 'security'], ['nkvd', 'nkvd'], ['police', 'police'], ['hq', 'hq'],
  ['headquarter', 'hq'], ['truck', 'truck'], ['supply', 'truck'], ['guards', 'guards'], ['infantry', 'infantry'],
  ['rifle', 'infantry'], ['militia', 'infantry'],
];

export function symbolOf(kind: string): string {
  const word = kind.toLowerCase().replaceAll(' ', '-').replaceAll('_', '-');
  if (word in symbols || word in aircraft) return word;
  if (word === 'air') return 'bomber';
  return SYMBOLS.find(([part]) => word.includes(part))?.[1] ?? word;
}

const MOBILE = new Set(['armor', 'motorized', 'mechanized', 'guards-mech', 'cavalry', 'recon', 'motorcycle', 'assault-gun', 'airborne-armor']);

export const isMobile = (symbol: string): boolean => MOBILE.has(symbol);

/**
 * The card of a unit. Cards of a game have names such as `soviet-guards-mechanized`: the name whose words all fit the
 * unit, and that has most words, is the card.
 */
export function cardOf(unit: UnitView, side: string, game: string): string {
  const known = gameCards[game.replaceAll('-', '_')] ?? {};
  const words = new Set([side, ownerOf(side, unit.side), unit.kind, ...unit.kind.split('-'), ...(unit.traits ?? []).map((t) => t.toLowerCase())]);
  if (isMobile(symbolOf(unit.kind))) words.add('mechanized');
  let best = '';
  let most = -1;
  for (const [name, card] of Object.entries(known)) {
    const parts = name.split('-').filter((part) => part !== 'other' && part !== 'lettered');
    if (parts.length > most && parts.every((part) => words.has(part))) [best, most] = [card, parts.length];
  }
  const owner = ownerOf(side, unit.side);
  return best || (owner === 'soviet' ? 'tan' : owner === 'axis' ? 'field-gray' : 'white');
}

/** The designation beside the symbol: the number of the formation, or a short form of its name. */
export function shortName(unit: UnitView): string {
  const number = /^(\d+)/.exec(unit.name)?.[1];
  if (number) return number + (unit.traits?.includes('guards') ? 'G' : '');
  if (symbolOf(unit.kind) in aircraft) return unit.name;
  const word = unit.name.split(' ')[0] ?? unit.id;
  return word.length <= 4 ? word : word.slice(0, 3);
}

export function factorsOf(unit: UnitView): string {
  const values = [unit.attack, unit.defence, unit.movement].filter((value) => value !== undefined);
  return values.join('-');
}

export function faceOf(unit: UnitView, side: string, game: string): Face {
  const untried = unit.covered === true;
  if (BLIND.has(unit.kind)) return { ...backOf(ownerOf(side, unit.side), cardOf(unit, side, game)), badges: unit.badges ?? [] };
  return {
    owner: ownerOf(side, unit.side),
    card: cardOf(unit, side, game),
    symbol: symbolOf(unit.kind),
    size: unit.size,
    id: untried ? '' : shortName(unit),
    factors: untried ? '?' : factorsOf(unit),
    steps: unit.steps !== undefined && (unit.max ?? 1) > 1 ? [unit.steps, unit.max ?? 1] : null,
    reduced: unit.steps !== undefined && unit.max !== undefined && unit.steps < unit.max,
    untried,
    hidden: false,
    badges: unit.badges ?? [],
  };
}

/** A unit under another that may not be looked at. */
export function backOf(owner: Owner, card: string): Face {
  return { owner, card, symbol: '', size: '', id: '', factors: '', steps: null, reduced: false, untried: false, hidden: true, badges: [] };
}

const SIZES: Record<string, string> = {
  X: 'brigade', XX: 'division', XXX: 'corps', XXXX: 'army', III: 'regiment', II: 'battalion', KG: 'battle group',
};

/** What a unit is called on the screen. */
export const titleOf = (unit: UnitView): string =>
  unit.kind === 'hidden' ? 'Hidden unit' : unit.covered ? `${plain(unit.kind)} ${SIZES[unit.size] ?? unit.size}, untried`.replace('  ', ' ') : unit.name;

/** What a unit is called in a sentence: one that nobody may identify by its kind, never by a number that means nothing. */
export function calledOf(unit: UnitView): string {
  if (!unit.covered && unit.kind !== 'hidden') return unit.name;
  const kind = unit.kind === 'hidden' ? 'hidden unit' : `untried ${unit.kind.replaceAll('-', ' ')} ${SIZES[unit.size] ?? ''}`.trim();
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** The unit in words, for those who hear the table instead of seeing it. */
export function spoken(unit: UnitView): string {
  const words = [titleOf(unit)];
  if (unit.attack !== undefined) words.push(`${unit.attack} attack`);
  if (unit.defence !== undefined) words.push(`${unit.defence} defence`);
  if (unit.movement !== undefined) words.push(`${unit.movement} movement`);
  if (unit.steps !== undefined && (unit.max ?? 1) > 1) words.push(`${unit.steps} of ${unit.max} steps`);
  return [...words, ...(unit.state ?? [])].join(', ');
}
