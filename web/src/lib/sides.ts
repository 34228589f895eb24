/** How sides look: the same corner, line and mark for the same camp in all games. */
import type { GameInfo } from './types';
import { interfaceColours, overlayColours, type Theme } from './tokens';

export type Owner = 'axis' | 'soviet' | 'western-allies' | 'neutral' | 'gold' | 'violet';

/** By side and seat, its camp, as the games on offer say; filled once, when the page hears of them. */
const camps = new Map<string, Owner>();

const OTHERS: Owner[] = ['axis', 'soviet', 'western-allies', 'gold', 'violet', 'neutral'];

/** Remember how the sides of games look, and their seats: like their first side. */
export function learnCamps(games: readonly Pick<GameInfo, 'sides' | 'camps' | 'seatings'>[]): void {
  for (const game of games) {
    const owners = new Map(game.sides.map((side, k) => [side, OTHERS.find((owner) => owner === game.camps[k])]));
    const seats = game.seatings.flatMap((seating) => seating.seats.map((seat) => [seat.name, owners.get(seat.sides[0] ?? '')] as const));
    for (const [name, owner] of [...owners, ...seats]) if (owner) camps.set(name, owner);
  }
}

/** The camp of a side or seat by its name; unknown ones by their number. */
export function ownerOf(name: string, index = 0): Owner {
  return camps.get(name.toLowerCase()) ?? OTHERS[index % OTHERS.length] ?? 'neutral';
}

/** The colour of a camp in the interface. */
export const tint = (owner: Owner): string => `var(--${owner === 'western-allies' ? 'ally' : owner})`;

export function sideColour(owner: Owner, theme: Theme): string {
  const colours = interfaceColours(theme);
  return colours[owner === 'western-allies' ? 'ally' : owner] ?? '#666666';
}

export function controlColour(owner: Owner, theme: Theme): string {
  return overlayColours(theme)[`control-${owner}`] ?? sideColour(owner, theme);
}

/** The dashes of a line, in parts of a band: readable without colour. */
export const dashesOf = (owner: Owner): number[] =>
  ({ axis: [9, 4], soviet: [], 'western-allies': [], gold: [3, 3], violet: [10, 3, 3, 3], neutral: [3, 3] })[owner];

/** The line of a side at the edge of a panel. */
export const lineStyle = (owner: Owner): 'dashed' | 'solid' | 'dotted' | 'double' =>
  owner === 'axis' ? 'dashed' : owner === 'violet' ? 'double' : dashesOf(owner).length ? 'dotted' : 'solid';

/** The mark before a name: a square, a star, a disc, a ring, a triangle, a diamond. */
export const controlMark = (owner: Owner): string =>
  ({ axis: '■', soviet: '★', 'western-allies': '●', neutral: '○', gold: '▲', violet: '◆' })[owner];

export const capital = (word: string): string => (word ? word[0]?.toUpperCase() + word.slice(1) : '');

/** A word of the data as a person writes it. */
export const plain = (word: string): string => capital(word.replaceAll('-', ' ').replaceAll('_', ' '));

/** A side by its name: `Anglo-French`. */
export const sideTitle = (side: string): string => side.split('-').map(capital).join('-');

/** How a game ended. */
export const verdict = (winner: string): string =>
  winner === 'draw' ? 'The game is drawn' : `${winner.split(' and ').map(sideTitle).join(' and ')} ${winner.includes(' and ') ? 'win' : 'wins'}`;
