/** Typed orders: how a line can go on, and what was probably meant after a slip. Knows patterns, not rules. */
import type { VerbView } from './types';
import { slotsOf } from './verbs';

/** Ways to go on with the last word of a line: verbs, then units and hexes that may be named. */
export function completions(line: string, verbs: readonly VerbView[], most = 8): string[] {
  const words = line.trimStart().split(/\s+/);
  const last = (words.at(-1) ?? '').toLowerCase();
  const before = words.slice(0, -1).join(' ');
  if (words.length < 2) return [...new Set(verbs.map(({ verb }) => verb))].filter((verb) => verb.startsWith(last) && verb !== last).slice(0, most);
  const verb = verbs.find((one) => one.verb === words[0]?.toLowerCase());
  if (!verb) return [];
  // units are joined by +, so only what stands after the last one is completed
  const [, joined = '', part = last] = /^(.*\+)?([^+]*)$/.exec(last) ?? [];
  const slots = slotsOf(verb);
  const named = [...(verb.units ?? []), ...(verb.hexes ?? []), ...(verb.words ?? []).map(({ word }) => word), ...(verb.hex_first && slots.units && words.length === 3 ? ['with'] : [])];
  return named.filter((name) => name.toLowerCase().startsWith(part) && name.toLowerCase() !== part).slice(0, most).map((name) => `${before} ${joined}${name}`);
}

/** How many letters have to be changed to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The line with every word that nobody knows replaced by the nearest that is known; none where nothing is near. */
export function suggestion(line: string, verbs: readonly VerbView[]): string | null {
  const known = [...new Set(verbs.flatMap((verb) => [verb.verb, ...(verb.units ?? []), ...(verb.hexes ?? []), ...(verb.words ?? []).map(({ word }) => word), 'with', 'air', 'to']))];
  const mended = line.trim().split(/(\s+|\+|-)/).map((word) => {
    if (!/\w/.test(word) || known.some((one) => one.toLowerCase() === word.toLowerCase()) || /^\d{4}$/.test(word)) return word;
    const near = known.map((one) => ({ one, far: one.toLowerCase().startsWith(word.toLowerCase()) ? 0.5 : distance(word.toLowerCase(), one.toLowerCase()) })).sort((a, b) => a.far - b.far)[0];
    return near && near.far <= Math.max(1, word.length / 2) && near.far < near.one.length ? near.one : word;
  }).join('');
  return mended === line.trim() ? null : mended;
}
