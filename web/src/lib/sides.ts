/** How sides look: the same corner, line and mark for the same camp in all games. */
import { interfaceColours, overlayColours, type Theme } from './tokens';

export type Owner = 'axis' | 'soviet' | 'western-allies' | 'neutral';

const CAMPS: [RegExp, Owner][] = [
  [/german|axis|reich|finn|ruman|roman|hungar|ital|slovak/, 'axis'],
  [/soviet|russia|communist|partisan/, 'soviet'],
  [/all(y|ied|ies)|brit|french|belg|dutch|western/, 'western-allies'],
];

const OTHERS: Owner[] = ['axis', 'soviet', 'western-allies', 'neutral'];

/** The camp of a side by its name; unknown names by their number. */
export function ownerOf(name: string, index = 0): Owner {
  const found = CAMPS.find(([words]) => words.test(name.toLowerCase()));
  return found?.[1] ?? OTHERS[index % OTHERS.length] ?? 'neutral';
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

/** Axis dashed, Soviet solid: readable without colour. */
export const lineStyle = (owner: Owner): 'dashed' | 'solid' | 'dotted' =>
  owner === 'axis' ? 'dashed' : owner === 'neutral' ? 'dotted' : 'solid';

/** The mark before a name: a square, a star, a disc, a ring. */
export const controlMark = (owner: Owner): string =>
  ({ axis: '■', soviet: '★', 'western-allies': '●', neutral: '○' })[owner];

export const capital = (word: string): string => (word ? word[0]?.toUpperCase() + word.slice(1) : '');

/** A word of the data as a person writes it. */
export const plain = (word: string): string => capital(word.replaceAll('-', ' ').replaceAll('_', ' '));

/** How a game ended. */
export const verdict = (winner: string): string =>
  winner === 'draw' ? 'The game is drawn' : `${winner.split(' and ').map(capital).join(' and ')} ${winner.includes(' and ') ? 'win' : 'wins'}`;
