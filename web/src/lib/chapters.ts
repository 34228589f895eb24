/** The rules by chapter: what stands before the first dot of their numbers. */
import type { RuleInfo } from './types';

export interface Chapter {
  id: string;
  title: string;
  rules: RuleInfo[];
}

export function chaptersOf(rules: readonly RuleInfo[]): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const rule of rules) {
    const id = /^[^.]+/.exec(rule.id)?.[0] ?? rule.id;
    const chapter = found.get(id) ?? { id, title: rule.title, rules: [] };
    chapter.rules.push(rule);
    found.set(id, chapter);
  }
  return [...found.values()];
}

/** A text cut where words of a search begin and end; every second piece is one of them. */
export function marked(text: string, words: string): string[] {
  const parts = words.trim().split(/\s+/).filter(Boolean).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.length ? text.split(new RegExp(`(${parts.join('|')})`, 'i')) : [text];
}
