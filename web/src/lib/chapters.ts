/** The rules by chapter: what stands before the first dot of their numbers. */
import type { RuleInfo } from './types';

export interface Chapter {
  id: string;
  title: string;
  rules: RuleInfo[];
}

/** The chapter of a rule: what stands before the first dot of its number. `6a` belongs to 6, and `E7` with all that begin with the letter. */
export function chapterOf(id: string): string {
  const first = /^[^.]+/.exec(id)?.[0] ?? id;
  return /^(\d+)[a-z]+$/.exec(first)?.[1] ?? /^([A-Z]+)\d+$/.exec(first)?.[1] ?? first;
}

/** Chapters that have a letter come last: corrections of counters and maps are nothing to begin with. */
export function chaptersOf(rules: readonly RuleInfo[]): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const rule of rules) {
    const id = chapterOf(rule.id);
    const chapter = found.get(id) ?? { id, title: rule.title, rules: [] };
    chapter.rules.push(rule);
    found.set(id, chapter);
  }
  for (const chapter of found.values()) if (chapter.rules.length > 1 && chapter.rules.every(({ title }) => /\berrat(um|a)\b/i.test(title))) chapter.title = 'Errata';
  const lettered = ({ id }: Chapter): boolean => /^[A-Z]+$/.test(id);
  return [...found.values()].sort((a, b) => Number(lettered(a)) - Number(lettered(b)));
}

/** A text cut where words of a search begin and end; every second piece is one of them. */
export function marked(text: string, words: string): string[] {
  const parts = words.trim().split(/\s+/).filter(Boolean).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.length ? text.split(new RegExp(`(${parts.join('|')})`, 'i')) : [text];
}
