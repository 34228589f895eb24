/** Search in the rules: every word must occur; a number finds the rule and its neighbours. */
import type { RuleInfo } from './types';

export function search(rules: RuleInfo[], words: string): RuleInfo[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!parts.length) return rules;
  const score = (rule: RuleInfo): number => {
    let total = 0;
    for (const part of parts) {
      if (rule.id.toLowerCase() === part) total += 100;
      else if (rule.id.toLowerCase().startsWith(part)) total += 40;
      else if (rule.title.toLowerCase().includes(part)) total += 10;
      else if (`${rule.text} ${rule.also}`.toLowerCase().includes(part)) total += 1;
      else return 0;
    }
    return total;
  };
  return rules
    .map((rule, k) => ({ rule, k, score: score(rule) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score || a.k - b.k)
    .map((found) => found.rule);
}
