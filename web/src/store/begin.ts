/** Beginning a match from the start page: who sits where, and where the link goes. */
import * as api from '../lib/api';
import type { Created, GameInfo } from '../lib/types';
import { keep, rememberMatch } from './keep';

export type Players = Record<string, string>;

/** Who sits where unless told differently: the first seat is yours, the computer has the others. */
export function usualPlayers(game: GameInfo, seating: string): Players {
  const level = game.usual_level || game.levels.at(-1);
  const computer = level ? `computer:${level}` : 'computer';
  const seats = game.seatings.find((one) => one.name === seating)?.seats ?? [];
  return Object.fromEntries(seats.map((seat, k) => [seat.name, k ? computer : 'human']));
}

/** Keep the links of a match and go to its table. */
export function sit(created: Created, game: GameInfo, title: string, players: Players): void {
  const people = Object.values(players).filter((player) => player === 'human').length;
  const human = Object.keys(created.links).find((seat) => seat !== 'spectator' && (players[seat] ?? 'human') === 'human');
  const seat = created.hotseat ? 'hotseat' : (human ?? 'spectator');
  const token = created.hotseat ?? created.links[seat] ?? created.links['spectator'] ?? '';
  rememberMatch({ id: created.id, token, game: game.slug, title, seat, links: created.links, begun: new Date().toISOString() });
  keep('showLinks', !created.hotseat && people > 1 ? created.id : '');
  location.assign(`/play#${created.id}.${token}`);
}

/** The lesson of a game: you against the computer, with the armies where they stood. */
export async function learn(game: GameInfo): Promise<void> {
  const seating = game.seatings[0]?.name ?? '';
  const players = usualPlayers(game, seating);
  const scenario = game.scenarios.find((one) => one.usual)?.name;
  const created = await api.create({ game: game.slug, scenario, seating, players });
  keep('learn', true);
  sit(created, game, `${game.title}, the lesson`, players);
}
