/** The server's HTTP interface, one function each. */
import type {
  Aids, Air, Answer, BoardInfo, CommandForm, Created, Desk, Falls, Film, GameInfo, Glance, Hint, MatchInfo, MissionView, Odds, Planned, PuzzleInfo, Reach, Refusal, Review, Route, RuleInfo, StaffOrder, StaffPlan, Stage, Summary, Supply, SupplyLines, Targets, Threats, Verdict, View, EventView, WhoCan, ZonesOf,
} from './types';
import { learnCamps } from './sides';

/** The referee said no; nothing has changed. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.why);
  }
}

/** The position has moved on since the command was made. */
export class Stale extends Error {}

/** Anything else that went wrong, in words for a person. A status of 0: nobody answered. */
export class Failure extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }

  /** The server is away or overtaxed for the moment: the same may be asked again. */
  get passing(): boolean {
    return [0, 408, 429, 502, 503, 504].includes(this.status);
  }
}

export const nobody = (): Failure => new Failure(0, 'The server cannot be reached.');

/** No answer may take longer; whoever still wants it asks again. */
const PATIENCE = 40_000;

async function call<T>(method: string, path: string, token = '', body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) return (await answer.json()) as T;
  } catch {
    throw nobody();
  }
  throw refusalOf(answer.status, (await answer.json().catch(() => ({}))) as Said);
}

/** What the server says when it says no. */
type Said = { rule?: string; why?: string; error?: string; detail?: string };

export function refusalOf(status: number, said: Said): Error {
  if (status === 422 && said.why) return new Refused({ rule: said.rule ?? '', why: said.why });
  if (status === 409) return new Stale(said.error ?? 'The position has changed.');
  return new Failure(status, said.error ?? said.detail ?? `The server answered ${status}.`);
}

const query = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
    .join('&');

export async function games(): Promise<GameInfo[]> {
  const found = await call<GameInfo[]>('GET', '/api/games');
  learnCamps(found);
  return found;
}
export const board = (slug: string): Promise<BoardInfo> => call('GET', `/api/games/${slug}/board`);
export const rules = (slug: string): Promise<RuleInfo[]> => call('GET', `/api/games/${slug}/rules`);
export const aids = (slug: string, set?: number): Promise<Aids> => call('GET', `/api/games/${slug}/aids${set ? `?set=${set}` : ''}`);
export const puzzles = (slug: string): Promise<PuzzleInfo[]> => call('GET', `/api/games/${slug}/puzzles`);
export const setPuzzle = (slug: string, name: string): Promise<Created> => call('POST', `/api/games/${slug}/puzzles/${name}`);
export const create = (body: object): Promise<Created> => call('POST', '/api/matches', '', body);
/** How the matches of some links stand; secrets go in the body, never in an address. */
export const glances = (links: { id: string; token: string }[]): Promise<Glance[]> => call('POST', '/api/glances', '', { links });
export const importSave = (body: object): Promise<Created> => call('POST', '/api/import', '', body);

/** A command as it is sent; said again with the same key it does nothing. */
export interface Saying {
  command: CommandForm | string;
  key: string;
  version: number;
  revision: number;
  seat?: string;
}

/** Questions that can also be asked about a planned position. */
export type Ask = { what: 'reach' | 'odds' | 'options' | 'targets' | 'check' } & Record<string, unknown>;

/** One match as one seat reaches it; at one screen the link can speak for a seat out of turn. */
export class MatchApi {
  constructor(readonly id: string, readonly token: string, readonly seat = '') {}

  private address(path: string): string {
    const seat = query({ seat: this.seat });
    return `/api/matches/${encodeURIComponent(this.id)}${path}${seat && (path.includes('?') ? '&' : '?') + seat}`;
  }

  private get<T>(path: string): Promise<T> {
    return call('GET', this.address(path), this.token);
  }

  private post<T>(path: string, body: unknown): Promise<T> {
    return call('POST', this.address(path), this.token, body);
  }

  load = (): Promise<MatchInfo> => this.get('');
  send = (saying: Saying): Promise<Answer> => this.post('/commands', saying);
  undo = (key: string): Promise<Answer> => this.post('/undo', { key });
  redo = (key: string): Promise<Answer> => this.post('/redo', { key });
  takeback = (say: 'ask' | 'allow' | 'refuse'): Promise<Answer> => this.post('/takeback', { say });
  moveNow = (): Promise<unknown> => this.post('/move-now', {});
  goOn = (): Promise<Answer> => this.post('/go-on', {});
  player = (seat: string, player: string): Promise<unknown> => this.post('/players', { seat, player });
  chat = (text: string): Promise<unknown> => this.post('/chat', { text });
  notes = (text: string): Promise<unknown> => call('PUT', this.address('/notes'), this.token, { text });
  claim = (token: string): Promise<{ seat: string; token: string }> => this.post('/claim', { token });
  revoke = (seat: string): Promise<{ token: string }> => this.post(`/links/${seat}/revoke`, {});
  at = (n: number): Promise<{ version: number; view: View; log: EventView[] }> => this.get(`/at/${n}`);

  options = (verb: string, units: string[], hexes: string[]): Promise<{ units: string[]; hexes: string[] }> =>
    this.get(`/query/options?${query({ verb, units: units.join('+'), hexes: hexes.join('+') })}`);
  reach = (units: string[]): Promise<Reach> => this.get(`/query/reach?${query({ units: units.join('+') })}`);
  odds = (target: string, units: string[], air: number): Promise<Odds> =>
    this.get(`/query/odds?${query({ target, units: units.join('+'), air })}`);
  /** All that can be attacked with a verb, by some units or by anybody, each with its likely odds. */
  targets = (verb: string, units: string[]): Promise<Targets> => this.get(`/query/targets?${query({ verb, units: units.join('+') })}`);
  supply = (unit: string): Promise<Supply> => this.get(`/query/supply?${query({ unit })}`);
  network = (side: string, at: number | null): Promise<{ hexes: string[] }> => this.get(`/query/network?${query({ side, at: at ?? undefined })}`);
  who = (hex: string, what: 'reach' | 'attack'): Promise<{ units: string[] }> => this.get(`/query/who?${query({ hex, what })}`);
  whoCan = (hex: string, what: 'reach' | 'attack'): Promise<WhoCan> => this.get(`/query/who-can?${query({ hex, what })}`);
  supplyLines = (side: string, at: number | null): Promise<SupplyLines> => this.get(`/query/supply-lines?${query({ side, at: at ?? undefined })}`);
  zones = (side: string, at: number | null): Promise<ZonesOf> => this.get(`/query/zones?${query({ side, at: at ?? undefined })}`);
  air = (): Promise<Air> => this.get('/query/air');
  mission = (asked: { hex: string; verb: string; units: string; escort: string; word: string; taken: string }): Promise<MissionView> => this.get(`/query/mission?${query(asked)}`);
  film = (since?: number): Promise<Film> => this.get(`/film?${query({ since })}`);
  stages = (since: number): Promise<Stage[]> => this.get(`/stages?${query({ since })}`);
  summary = (since?: number): Promise<Summary> => this.get(`/summary?${query({ since })}`);
  review = (): Promise<Review> => this.get('/review');
  march = (units: string[], goal: string): Promise<Route> => this.get(`/query/march?${query({ units: units.join('+'), goal })}`);
  falls = (hex: string): Promise<Falls> => this.get(`/query/falls?${query({ hex })}`);
  desk = (): Promise<Desk> => this.get('/query/desk');
  hint = (): Promise<Hint> => this.get('/query/hint');
  staff = (order: StaffOrder): Promise<StaffPlan> => this.post('/query/staff', order);
  threats = (): Promise<Threats> => this.get('/query/threats');
  solved = (puzzle: string): Promise<Verdict> => this.get(`/query/solved?${query({ puzzle })}`);
  check = (command: CommandForm): Promise<{ ok?: true } & Partial<Refusal>> => this.post('/query/check', { command });
  plan = (commands: CommandForm[], ask?: Ask): Promise<Planned> => this.post('/query/plan', ask ? { commands, ask } : { commands });

  async export(): Promise<string> {
    const answer = await fetch(this.address('/export'), { headers: { Authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Failure(answer.status, 'This match cannot be saved to a file yet.');
    return answer.text();
  }
}
