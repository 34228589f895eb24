/** Typed orders: how a line can go on, and what was probably meant after a slip. Knows patterns, not rules. */
import type { VerbView } from './types';

/** Something that can be named in an order: what is typed for it, and what people call it. */
export interface Named {
  word: string;
  title: string;
}

/** What a person at the table can name, beside what the verbs list themselves. */
export interface Lexicon {
  units: readonly Named[];
  places: readonly Named[];
  isHex: (word: string) => boolean;
}

/** One way to go on: the whole line, and what its last word stands for. */
export interface Way {
  line: string;
  title: string;
}

const NOTHING: Lexicon = { units: [], places: [], isHex: (word) => /^\d{4}$/.test(word) };
/** How several of a kind are joined in one word. */
const JOINS: Record<string, string> = { UNITS: '+', PATH: '-' };

/** What may stand at a place of the line: the slot of the pattern, and those after it as long as they may be left out. */
function slotsAt(verb: VerbView, place: number): string[] {
  const tokens = verb.usage.split(/\s+/).slice(1);
  const found: string[] = [];
  let optional = tokens.slice(0, place).join(' ').split('[').length > tokens.slice(0, place).join(' ').split(']').length;
  for (const token of tokens.slice(place)) {
    optional ||= token.startsWith('[');
    found.push(token.replace(/[[\]]/g, ''));
    if (!optional) break;
    if (token.endsWith(']')) optional = false;
  }
  return found;
}

/** Everything that may be named in a slot. */
function namesFor(verb: VerbView, slot: string, lexicon: Lexicon): readonly Named[] {
  const titled = (words: readonly string[], titles: readonly Named[]): Named[] => {
    const known = new Map(titles.map(({ word, title }) => [word, title]));
    return words.map((word) => ({ word, title: known.get(word) ?? '' }));
  };
  if (slot === 'UNITS') return verb.units ? titled(verb.units, lexicon.units) : lexicon.units;
  if (slot === 'HEX' || slot === 'PATH') return verb.hexes ? titled(verb.hexes, lexicon.places) : lexicon.places;
  if (slot === 'WORD') return (verb.words ?? []).map(({ word, title }) => ({ word, title: title ?? '' }));
  if (slot === 'NUMBER') return (verb.numbers ?? []).map((number) => ({ word: String(number), title: '' }));
  return [{ word: slot, title: '' }];
}

/** How well a word that was begun fits a thing: 0 its own beginning, or its whole number; 1 the beginning of a word of its name, 2 some part;
 * none where it does not. */
function fit({ word, title }: Named, begun: string): number | null {
  const [typed, called] = [word.toLowerCase(), title.toLowerCase()];
  if (typed.startsWith(begun) || (begun && /^\d+/.exec(called)?.[0] === begun)) return 0;
  if (called.split(/[\s/.-]+/).some((part) => part.startsWith(begun))) return 1;
  return typed.includes(begun) || called.includes(begun) ? 2 : null;
}

/** Ways to go on with the last word of a line: verbs, then what the pattern of the verb wants there. */
export function completions(line: string, verbs: readonly VerbView[], lexicon: Lexicon = NOTHING, most = 8): Way[] {
  const words = line.trimStart().split(/\s+/);
  const last = (words.at(-1) ?? '').toLowerCase();
  if (words.length < 2) {
    const fitting = [...new Map(verbs.map((verb) => [verb.verb, verb.title]))].filter(([verb]) => verb.startsWith(last) && verb !== last);
    return fitting.slice(0, most).map(([verb, title]) => ({ line: verb, title: title.toLowerCase() === verb ? '' : title }));
  }
  const verb = verbs.find((one) => one.verb === words[0]?.toLowerCase());
  if (!verb) return [];
  const found: { way: Way; rank: number }[] = [];
  for (const slot of slotsAt(verb, words.length - 2)) {
    // what is joined in one word is completed after the last join
    const cut = last.lastIndexOf(JOINS[slot] ?? ' ') + 1;
    const [joined, begun] = [last.slice(0, cut), last.slice(cut)];
    const taken = new Set(joined.split(JOINS[slot] ?? ' '));
    for (const one of namesFor(verb, slot, lexicon)) {
      const rank = fit(one, begun);
      if (rank === null || one.word.toLowerCase() === begun || taken.has(one.word.toLowerCase())) continue;
      found.push({ way: { line: [...words.slice(0, -1), joined + one.word].join(' '), title: one.title }, rank });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, most).map(({ way }) => way);
}

/** How many letters have to be changed, added, left out or exchanged to make one word of another. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, k) => k)];
  for (let i = 1; i <= a.length; i++) {
    const [before, row] = [rows[i - 1] ?? [], [i]];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j] ?? 0, (rows[i - 2]?.[j - 2] ?? 0) + 1);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** What was probably meant by a word; the word itself where nothing is near. */
function nearest(word: string, names: readonly Named[]): string {
  const typed = word.toLowerCase();
  if (!typed || names.some((one) => one.word.toLowerCase() === typed)) return word;
  const far = ({ word: known, title }: Named): number => {
    const rank = fit({ word: known, title }, typed);
    return rank === null ? distance(typed, known.toLowerCase()) : rank / 2 + 0.4;
  };
  const [best] = names.map((one) => ({ one, apart: far(one) })).sort((a, b) => a.apart - b.apart);
  return best && best.apart <= Math.max(1, typed.length / 2) && best.apart < best.one.word.length ? best.one.word : word;
}

/** The line with every word that cannot stand where it does replaced by the nearest that can; none where nothing is near. */
export function suggestion(line: string, verbs: readonly VerbView[], lexicon: Lexicon = NOTHING): string | null {
  const said = line.trim().split(/\s+/);
  const word = nearest(said[0] ?? '', verbs.map((verb) => ({ word: verb.verb, title: verb.title })));
  const verb = verbs.find((one) => one.verb === word.toLowerCase());
  const mended = said.map((one, k) => {
    if (k === 0 || !verb) return k === 0 ? word : one;
    const slots = slotsAt(verb, k - 1);
    const names = slots.flatMap((slot) => namesFor(verb, slot, lexicon));
    const join = slots.map((slot) => JOINS[slot]).find((sign) => sign && one.includes(sign)) ?? ' ';
    // a way leads over hexes that nobody has listed
    const walks = slots.some((slot) => slot === 'PATH' || slot === 'HEX') && !verb.hexes;
    const number = slots.includes('NUMBER') && /^\d+$/.test(one);
    return one.split(join).map((part) => ((walks && lexicon.isHex(part)) || number ? part : nearest(part, names))).join(join);
  }).join(' ');
  return mended === said.join(' ') ? null : mended;
}
