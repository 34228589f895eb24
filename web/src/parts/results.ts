/** What a code of a combat results table means, told by the rules that are titled with it. */
import type { Rule } from '../lib/types';

/** The codes a title begins with: `DR: direction` speaks of DR, `D2 and D3: retreat` of both. */
const codesOf = (title: string): string[] => (title.split(/[:,]/)[0] ?? '').split(' and ').map((word) => word.trim());

/** The rules that say what a result does; of a double one such as `D/AE` its own, then those of its halves. */
export function meaningOf(rules: Rule[], code: string): Rule[] {
  const parts = code.includes('/') ? [code, ...code.split('/')] : [code];
  return [...new Set(parts.flatMap((part) => rules.filter((rule) => codesOf(rule.title).includes(part))))];
}

/** The same in one line, to be shown where the pointer rests. */
export const inOneLine = (rules: Rule[], code: string): string => meaningOf(rules, code).map((rule) => rule.text).join(' ');
