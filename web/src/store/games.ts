/** The matches of this browser as a list: which come first, how they stand in words, and how their links are taken along. */
import type { Glance } from '../lib/types';
import { plain, sideTitle, verdict } from '../lib/sides';
import { knownMatches, rememberMatch, type KnownMatch } from './keep';

/** A match of the list; without a glance the server has not answered yet, or not any more. */
export interface Row {
  match: KnownMatch;
  glance: Glance | null;
}

const WEEK = 7 * 86_400_000;

export type Group = 'yours' | 'waiting' | 'finished' | 'lost' | 'unknown' | 'archive';

export function groupOf({ match, glance }: Row, now: number): Group {
  if (match.archived) return 'archive';
  if (!glance) return 'unknown';
  if (glance.problem) return 'lost';
  if (glance.outcome) return now - glance.changed < WEEK ? 'finished' : 'archive';
  return glance.yours ? 'yours' : 'waiting';
}

const ORDER: Group[] = ['yours', 'waiting', 'unknown', 'finished', 'lost', 'archive'];

/** Your move first, and there whoever has waited longest; of the others the latest first. */
export function sorted(rows: Row[], now: number): Row[] {
  const rank = (row: Row): number => ORDER.indexOf(groupOf(row, now));
  const age = ({ glance, match }: Row): number => now - (glance?.changed || Date.parse(match.begun) || 0);
  return [...rows].sort((a, b) => rank(a) - rank(b) || (groupOf(a, now) === 'yours' ? age(b) - age(a) : age(a) - age(b)));
}

const SPANS: [number, string][] = [[60, 'minute'], [24, 'hour'], [7, 'day'], [52, 'week']];

/** How long ago something was, in a word or two. */
export function ago(then: number, now: number): string {
  let span = Math.max(0, now - then) / 60_000;
  if (span < 1) return 'just now';
  for (const [most, word] of SPANS) {
    if (span < most) return `${Math.floor(span)} ${word}${Math.floor(span) === 1 ? '' : 's'} ago`;
    span /= most;
  }
  return new Date(then).toLocaleDateString();
}

/** Whom one plays against. */
export function opponents(glance: Glance): string {
  const others = Object.entries(glance.players).filter(([seat]) => seat !== glance.seat);
  const [first] = others;
  if (!first) return '';
  const computer = (player: string): string => `the computer${player.includes(':') ? `, ${player.split(':')[1]}` : ''}`;
  if (others.every(([, player]) => player !== 'human')) return `against ${computer(first[1])}`;
  if (others.length === 1) return `against a person (${plain(first[0])})`;
  return `with ${others.map(([seat, player]) => `${plain(seat)}${player === 'human' ? '' : ' (computer)'}`).join(', ')}`;
}

/** What is to be done, or what became of it. */
export function standing(glance: Glance): string {
  const { outcome } = glance;
  if (outcome) return `${verdict(outcome.winners.join(' and ') || 'draw')}: ${outcome.reason}`;
  if (glance.yours) return `Your move: ${glance.asked}`;
  return `${glance.deciding.map(plain).join(' and ')} to decide: ${glance.asked}`;
}

export const seatOf = ({ match, glance }: Row): string => (match.seat === 'hotseat' ? 'all seats at this screen' : sideTitle(glance?.seat || match.seat));

/** All links as a text that another browser can read. */
export const exported = (): string => JSON.stringify({ grognard: 'links', matches: knownMatches() }, null, 1);

/** Take in the links of such a text; how many were new. */
export function takeIn(text: string): number {
  const found = (JSON.parse(text) as { grognard?: string; matches?: KnownMatch[] });
  if (found.grognard !== 'links' || !Array.isArray(found.matches)) throw new Error('This file holds no links of Grognard.');
  const known = new Set(knownMatches().map((match) => `${match.id}.${match.token}`));
  const fresh = found.matches.filter((match) => match.id && match.token && !known.has(`${match.id}.${match.token}`));
  for (const match of fresh.reverse()) rememberMatch(match);
  return fresh.length;
}
