import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Glance } from '../src/lib/types';
import { ago, exported, groupOf, opponents, sorted, standing, takeIn, type Row } from '../src/store/games';
import { changeMatch, forgetMatch, knownMatches, rememberMatch, type KnownMatch } from '../src/store/keep';

const NOW = Date.parse('2026-01-10T12:00:00Z');
const match = (id: string, more: Partial<KnownMatch> = {}): KnownMatch => ({ id, token: 't', game: 'fords', title: id, seat: 'blue', links: {}, begun: '2026-01-01', ...more });
const glance = (more: Partial<Glance> = {}): Glance => ({
  id: 'x', problem: '', game: 'fords', scenario: 'Standard', seat: 'blue', players: { blue: 'human', red: 'computer:standard' }, turn: 2, turns: 6,
  turn_name: 'Day 2', deciding: ['red'], yours: false, asked: 'March', outcome: null, changed: NOW - 60_000, control: '', marks: [], ...more,
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

describe('my games', () => {
  it('puts your move first, and there whoever has waited longest', () => {
    const rows: Row[] = [
      { match: match('waiting'), glance: glance() },
      { match: match('new'), glance: glance({ yours: true, changed: NOW - 1000 }) },
      { match: match('old'), glance: glance({ yours: true, changed: NOW - 90_000 }) },
      { match: match('away', { archived: true }), glance: null },
      { match: match('lost'), glance: glance({ problem: 'there is no such match' }) },
    ];
    expect(sorted(rows, NOW).map((row) => row.match.id)).toEqual(['old', 'new', 'waiting', 'lost', 'away']);
  });

  it('archives what ended long ago, and keeps what ended this week in sight', () => {
    const outcome = { winners: ['red'], rule: '9', reason: 'most towns', place: null };
    expect(groupOf({ match: match('a'), glance: glance({ outcome }) }, NOW)).toBe('finished');
    expect(groupOf({ match: match('a'), glance: glance({ outcome, changed: NOW - 8 * 86_400_000 }) }, NOW)).toBe('archive');
    expect(standing(glance({ outcome }))).toBe('Red wins: most towns');
    expect(standing(glance({ yours: true }))).toBe('Your move: March');
  });

  it('says how long ago and against whom in words', () => {
    expect([30_000, 60_000, 3 * 3_600_000, 26 * 3_600_000].map((past) => ago(NOW - past, NOW))).toEqual(['just now', '1 minute ago', '3 hours ago', '1 day ago']);
    expect(opponents(glance())).toBe('against the computer, standard');
    expect(opponents(glance({ players: { blue: 'human', red: 'human' } }))).toBe('against a person (Red)');
  });

  it('loses no link: kept, archived, exported, taken in again', () => {
    for (let k = 0; k < 40; k++) rememberMatch(match(`m${k}`));
    expect(knownMatches()).toHaveLength(40);
    changeMatch(match('m3'), { archived: true });
    expect(knownMatches().find(({ id }) => id === 'm3')?.archived).toBe(true);
    const text = exported();
    for (const one of knownMatches()) forgetMatch(one);
    expect(takeIn(text)).toBe(40);
    expect(takeIn(text)).toBe(0);
    expect(knownMatches().map(({ id }) => id)).toEqual((JSON.parse(text) as { matches: KnownMatch[] }).matches.map(({ id }) => id));
    expect(() => takeIn('{"grognard": "other"}')).toThrow('holds no links');
  });
});
