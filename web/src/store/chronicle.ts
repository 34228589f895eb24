/** The log in groups: turns, and in them battles and runs of moves of one side. Reasons of computer players stand with what they explain. */
import type { Line } from '../lib/struck';

export interface Entry {
  /** the first event, which gives the group its line */
  head: Line;
  kind: 'turn' | 'battle' | 'moves' | 'arrivals' | 'one';
  events: Line[];
  /** different reasons, each with how often it was given */
  reasons: Map<string, number>;
}

const moves = (event: Line): boolean => (event.path?.length ?? 0) > 1 && !event.retreat;
const attacks = (event: Line): boolean => (event.targets?.length ?? 0) > 0 && ((event.units?.length ?? 0) > 0 || (event.unseen ?? 0) > 0);
/** Does an event belong to a battle? Until its result is known everything does; then what tells of its die or its hexes, whoever took part
 * in it, and what the same command has led to. */
function follows(event: Line, battle: readonly Line[]): boolean {
  if (moves(event) || event.arrives) return false;
  if (!battle.some((one) => one.result) || event.at === battle.at(-1)?.at || event.die !== undefined || event.result || event.retreat) return true;
  const [units, hexes] = [new Set(battle.flatMap((one) => one.units ?? [])), new Set(battle.flatMap((one) => one.targets ?? []))];
  return (event.units ?? []).some((unit) => units.has(unit)) || [...(event.targets ?? []), ...(event.places ?? [])].some((hex) => hexes.has(hex));
}

/** Oldest first. */
export function chronicle(events: readonly Line[]): Entry[] {
  const found: Entry[] = [];
  let why: { at: number; text: string } | null = null;
  for (const event of events) {
    if (event.kind === 'explained') {
      // a reason comes after what it explains, or before it when nothing was told of that
      const last = found.at(-1);
      if (last && last.events.at(-1)?.at === event.at) last.reasons.set(event.text, (last.reasons.get(event.text) ?? 0) + 1);
      else why = { at: event.at, text: event.text };
      continue;
    }
    const last = found.at(-1);
    const goesOn = last && !event.struck && event.turn === undefined && !attacks(event) && (last.kind === 'battle' ? follows(event, last.events) : ((last.kind === 'moves' && moves(event)) || (last.kind === 'arrivals' && event.arrives === true)) && last.head.side === event.side);
    const entry: Entry = goesOn ? last : { head: event, kind: event.turn !== undefined ? 'turn' : attacks(event) ? 'battle' : event.arrives ? 'arrivals' : moves(event) ? 'moves' : 'one', events: [], reasons: new Map() };
    if (!goesOn) found.push(entry);
    entry.events.push(event);
    if (why && why.at === event.at) entry.reasons.set(why.text, (entry.reasons.get(why.text) ?? 0) + 1);
    why = null;
  }
  return found;
}
