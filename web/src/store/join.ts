/** Taking a seat with the link that was mailed for it: once, and with a new link that nobody else has. */
import { Failure, MatchApi } from '../lib/api';
import { keep, kept, knownMatches, rememberMatch } from './keep';

const TRIES = 5;
const PAUSE = 1500;

/** 192 bits nobody can guess. */
function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_');
}

/** The link that opens the seat from now on. It is chosen and kept here before it is asked for, so no lost answer loses the seat. */
export async function takeSeat(id: string, invitation: string): Promise<string> {
  const chosen = kept(`claim.${id}`, '') || secret();
  keep(`claim.${id}`, chosen);
  for (let attempt = 1; ; attempt++) {
    try {
      await new MatchApi(id, invitation).claim(chosen);
    } catch (error) {
      if (!(error instanceof Failure) || ![401, 409].includes(error.status)) {
        if (!(error instanceof Failure) || !error.passing || attempt >= TRIES) throw error;
        await new Promise((done) => setTimeout(done, PAUSE));
        continue;
      }
    }
    const info = await new MatchApi(id, chosen).load();
    const known = knownMatches().find((one) => one.id === id);
    rememberMatch({ id, token: chosen, game: info.game, title: known?.title ?? info.game, seat: info.seat, links: {}, begun: new Date().toISOString() });
    return chosen;
  }
}
