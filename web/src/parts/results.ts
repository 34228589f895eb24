/** What a code of a combat results table means, told by the rules that are titled with it. */
import type { Code, RuleInfo } from '../lib/types';

/** The codes a title begins with: `DR: direction` speaks of DR, `D2 and D3: retreat` of both. */
const codesOf = (title: string): string[] => (title.split(/[:,]/)[0] ?? '').split(' and ').map((word) => word.trim());

/** The rules that say what a result does; of a double one such as `D/AE` its own, then those of its halves. */
export function meaningOf(rules: RuleInfo[], code: string): RuleInfo[] {
  const parts = code.includes('/') ? [code, ...code.split('/')] : [code];
  return [...new Set(parts.flatMap((part) => rules.filter((rule) => codesOf(rule.title).includes(part))))];
}

/** The same in one line, to be shown where the pointer rests. */
export const inOneLine = (rules: RuleInfo[], code: string): string => meaningOf(rules, code).map((rule) => rule.text).join(' ');

export const codeOf = (codes: readonly Code[], code: string): Code | undefined => codes.find((one) => one.code === code);

/** The results with their chances, the best for the attacker first, each with its words. */
export function outlookOf(results: Readonly<Record<string, number>>, codes: readonly Code[]): { code: string; title: string; gain: number; share: number }[] {
  const found = Object.entries(results).map(([code, share]) => ({ code, share, title: codeOf(codes, code)?.title ?? '', gain: codeOf(codes, code)?.gain ?? 0 }));
  const rank = (code: string): number => codes.findIndex((one) => one.code === code);
  return found.sort((a, b) => b.gain - a.gain || rank(b.code) - rank(a.code));
}

/** As many columns of the ladder as there is room for, around those that a battle may come to. */
export function window(ladder: readonly string[], likely: readonly string[], room: number): string[] {
  if (ladder.length <= room) return [...ladder];
  const at = likely.map((name) => ladder.indexOf(name)).filter((k) => k >= 0);
  const [low, high] = at.length ? [Math.min(...at), Math.max(...at)] : [0, room - 1];
  const first = Math.max(0, Math.min(ladder.length - room, Math.floor((low + high + 1 - room) / 2)));
  return ladder.slice(first, first + room);
}
