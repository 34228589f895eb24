/** What a change of the rules has struck out, told in its place in the log. */
import type { EventView, Struck } from './types';

/** An event of the log; one that is struck out is no longer so. */
export type Line = EventView & { struck?: boolean };

/** The log with what is struck out after the command it followed, and the reason before it. */
export function withStruck(log: EventView[], branches: Struck[]): Line[] {
  const lines: Line[] = [];
  let next = 0;
  for (const branch of branches) {
    const last = log.findLastIndex((event) => (event.at ?? 0) <= branch.after) + 1;
    lines.push(...log.slice(next, Math.max(next, last)));
    next = Math.max(next, last);
    const commands = branch.commands === 1 ? 'One command is' : `${branch.commands} commands are`;
    lines.push({ kind: 'parted', text: `${commands} no longer in force: ${branch.why}.` } as Line);
    lines.push(...branch.events.map((event) => ({ ...event, struck: true })));
  }
  return [...lines, ...log.slice(next)];
}
