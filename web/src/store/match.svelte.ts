/** One match: what the server knows of it, kept up to date, and the way to send commands. */
import * as api from '../lib/api';
import { Board } from '../lib/board';
import { ownerOf, type Owner } from '../lib/sides';
import type { Aids, Answer, Asking, MessageInfo, CommandForm, Disclosure, GameInfo, EventView, MatchInfo, Parted, Refusal, RuleInfo, Struck, ThinkingInfo, View } from '../lib/types';
import { ownBuild } from './drafts';
import { Wire, type Update } from './wire';

const EMPTY: View = {
  game: '', seat: '', turn: 0, turn_name: '', stacks: {}, control: '', status: {}, winner: null, reason: '',
};

/** How often a server that has no time is asked again, and the longest pause before it. */
const TRIES = 8;
const LONGEST_PAUSE = 4000;

export const newKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

export class MatchStore {
  readonly api: api.MatchApi;
  ready = $state(false);
  broken = $state('');
  online = $state(true);
  busy = $state(false);
  info = $state.raw<MatchInfo | null>(null);
  view = $state.raw<View>(EMPTY);
  log = $state.raw<EventView[]>([]);
  version = $state(0);
  revision = 0;
  undoable = $state(false);
  redoable = $state(false);
  players = $state.raw<Record<string, string>>({});
  chat = $state.raw<MessageInfo[]>([]);
  thinking = $state.raw<ThinkingInfo | null>(null);
  reasons = $state.raw<EventView[]>([]);
  parted = $state.raw<Parted | null>(null);
  /** why the server cannot be spoken to just now, in its own words */
  notNow = $state('');
  claimed = $state.raw<string[]>([]);
  screen = $state.raw<string[]>([]);
  disclosures = $state.raw<Disclosure[]>([]);
  struck = $state.raw<Struck[]>([]);
  /** the build of the server that this page came from, and whether it has met another one */
  private build = ownBuild();
  newer = $state(false);
  /** the seat that asks to take something back */
  takeback = $state.raw<Asking | null>(null);
  game = $state.raw<GameInfo | null>(null);
  rules = $state.raw<RuleInfo[]>([]);
  aids = $state.raw<Aids>({ summary: [], charts: [], formations: {} });
  refusal = $state.raw<Refusal | null>(null);
  board!: Board;
  owners: Owner[] = [];
  /** the latest revision that the server has announced */
  private newest = 0;
  private loading = false;
  private queue: Promise<boolean> = Promise.resolve(true);
  private wire: Wire | null = null;
  private readonly listeners: ((events: EventView[], own: boolean) => void)[] = [];
  /** the position before the latest change, and after which command that was */
  before: { view: View; version: number } = { view: EMPTY, version: 0 };

  constructor(id: string, token: string, seat = '') {
    this.api = new api.MatchApi(id, token, seat);
  }

  get sides(): string[] {
    return this.game?.sides ?? [];
  }

  /** Everybody at the table. */
  get seats(): string[] {
    return this.info?.seats.map((seat) => seat.name) ?? [];
  }

  /** The numbers of the sides a seat commands. */
  sidesOf(seat: string): number[] {
    return this.info?.seats.find((one) => one.name === seat)?.sides.map((side) => this.sides.indexOf(side)) ?? [];
  }

  /** How a side looks, or a seat: like its first side. */
  owner(name: string): Owner {
    const side = this.sides.indexOf(name);
    return this.owners[side >= 0 ? side : (this.sidesOf(name)[0] ?? -1)] ?? ownerOf(name);
  }

  /** Does the game answer this question? */
  answers(question: string): boolean {
    return this.game?.questions.includes(question) ?? false;
  }

  /** How many seats people play. */
  get people(): number {
    return this.seats.filter((seat) => (this.players[seat] ?? 'human') === 'human').length;
  }

  /** Does the person at this page have to decide now? */
  get mine(): boolean {
    const decision = this.view.decision;
    return this.parted === null && decision !== undefined && decision.seat === this.view.seat && decision.verbs !== undefined;
  }

  onEvents(listener: (events: EventView[], own: boolean) => void): void {
    this.listeners.push(listener);
  }

  async open(): Promise<void> {
    try {
      const info = await this.admitted();
      const [games, board] = await Promise.all([api.games(), api.board(info.game)]);
      this.game = games.find((game) => game.slug === info.game) ?? null;
      this.board = new Board(board);
      this.owners = this.sides.map((side, k) => ownerOf(side, k));
      this.take(info);
      this.ready = true;
      this.wire = new Wire(this.api, () => ({ version: this.version, revision: this.revision, chat: this.chat.at(-1)?.n ?? 0 }), (update) => this.hear(update), (online, why = '') => ([this.online, this.notNow] = [online, why]));
      void api.rules(info.game).then((rules) => (this.rules = rules)).catch(() => undefined);
      void api.aids(info.game, info.data.number).then((aids) => (this.aids = aids)).catch(() => undefined);
    } catch (error) {
      this.broken = error instanceof api.Failure && (error.status === 401 || error.status === 403 || error.status === 404)
        ? 'This link opens no seat: it is mistyped, or it has been revoked.'
        : error instanceof Error ? error.message : String(error);
    }
  }

  /** The match, as soon as the server has room for us. */
  private async admitted(): Promise<MatchInfo> {
    for (;;) {
      try {
        return await this.api.load();
      } catch (error) {
        if (!(error instanceof api.Failure) || error.status !== 503) throw error;
        this.notNow = error.message;
        await new Promise((done) => setTimeout(done, LONGEST_PAUSE));
      }
    }
  }

  close(): void {
    this.wire?.close();
  }

  private take(info: MatchInfo): void {
    this.info = info;
    this.view = info.view;
    this.log = info.log;
    this.version = info.version;
    this.revision = info.revision;
    this.players = info.players;
    this.say(info.chat);
    this.thinking = info.thinking;
    this.undoable = info.undo;
    this.redoable = info.redo;
    this.takeback = info.takeback;
    this.parted = info.parted;
    this.meetOthers(info);
    this.struck = info.struck;
    this.meet(info.build);
    this.reasons = info.log.filter((event) => event.kind === 'explained').reverse();
  }

  /** The match anew; an answer that a later one has overtaken counts for nothing. */
  async reload(): Promise<void> {
    const before = this.version;
    const info = await this.insist(() => this.api.load());
    if (info.revision < this.revision) return;
    const fresh = info.log.filter((event) => (event.at ?? 0) > before);
    this.before = { view: this.view, version: this.version };
    this.take(info);
    if (fresh.length && info.version > before) this.tell(fresh, false);
  }

  /** Who holds which seat, and what has been given out. */
  private meetOthers({ claimed, screen, disclosures }: { claimed?: string[]; screen?: string[]; disclosures?: Disclosure[] }): void {
    this.claimed = claimed ?? this.claimed;
    this.screen = screen ?? this.screen;
    this.disclosures = disclosures ?? this.disclosures;
  }

  /** Do people play who sit at different screens? */
  get apart(): boolean {
    return this.claimed.length > 0 || (this.people > 1 && this.screen.length === 0);
  }

  private tell(events: EventView[], own: boolean): void {
    for (const listener of this.listeners) listener(events, own);
  }

  // ---------------------------------------------------------------- listening

  private hear(update: Update): void {
    if (update.type === 'chat') this.say([update]);
    else if (update.type === 'thinking') this.thinking = update.progress === null ? null : update;
    else if (update.type === 'changed') void this.catchUp();
    else if (update.type === 'shut') this.broken = `The server says: ${update.why}.`;
    else if (update.type === 'update') {
      // what changes without a command
      this.players = update.players;
      this.thinking = update.thinking;
      this.takeback = update.takeback;
      if (update.chat) this.say(update.chat);
      if (update.parted !== undefined) this.parted = update.parted;
      this.meetOthers(update);
      if (update.struck) this.struck = update.struck;
      if (update.build) this.meet(update.build);
      if (update.revision <= this.revision) return;
      this.newest = Math.max(this.newest, update.revision);
      if (this.busy || this.loading) return;
      // at one screen the log belongs to the seat that decides, so it is fetched anew when that changes
      if (update.seat !== this.view.seat) void this.catchUp();
      else this.advance(update, update.from, false);
    }
  }

  /** A server that is not the one this page came from has a newer page. */
  private meet(build: string): void {
    this.newer = this.build !== '' && build !== this.build;
    this.build ||= build;
  }

  /** Agree to go on after a change of the rules. */
  async goOn(): Promise<void> {
    await this.speak(async () => {
      await this.insist(() => this.api.goOn());
      this.take(await this.insist(() => this.api.load()));
    });
  }

  say(lines: MessageInfo[]): void {
    const fresh = lines.filter((line) => !this.chat.some((known) => known.n === line.n));
    if (fresh.length) this.chat = [...this.chat, ...fresh];
  }

  private advance(answer: Answer, from: number, own: boolean): void {
    this.before = { view: this.view, version: this.version };
    this.version = answer.version;
    this.revision = answer.revision;
    this.log = [...this.log.filter((event) => (event.at ?? 0) <= from), ...answer.events];
    this.view = answer.view;
    this.undoable = answer.undo;
    this.redoable = answer.redo;
    this.takeback = answer.takeback;
    const reasons = answer.events.filter((event) => event.kind === 'explained');
    if (reasons.length) this.reasons = [...reasons.reverse(), ...this.reasons].slice(0, 60);
    this.tell(answer.events, own);
  }

  // ---------------------------------------------------------------- speaking

  /** Send a command, after those that are still on their way. */
  send(command: CommandForm | string): Promise<boolean> {
    const sent = this.queue.then(() => this.deliver(command));
    this.queue = sent;
    return sent;
  }

  private async deliver(command: CommandForm | string): Promise<boolean> {
    const { version, revision } = this;
    const { seat } = this.api;
    const saying: api.Saying = { command, key: newKey(), version, revision, ...(seat && { seat }) };
    return this.speak(async () => {
      const answer = await this.insist(() => this.wire?.say(saying) ?? this.api.send(saying));
      // a page that has asked meanwhile knows it already
      if (answer && answer.revision > this.revision) this.advance(answer, version, true);
      // others who decide too have spoken between
      if (answer && answer.version > version + 1) await this.reload();
    });
  }

  private async speak(words: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      await words();
      return true;
    } catch (error) {
      await this.refuse(error);
      return false;
    } finally {
      this.rest();
    }
  }

  /** Ask until somebody answers. What is asked carries a key, so nothing happens twice. */
  private async insist<T>(ask: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await ask();
        this.online = true;
        return answer;
      } catch (error) {
        const away = error instanceof api.Failure && error.status === 0;
        if (!(error instanceof api.Failure) || !error.passing || (!away && attempt >= TRIES)) throw error;
        if (away) this.online = false;
        await new Promise((done) => setTimeout(done, Math.min(LONGEST_PAUSE, 250 * 2 ** attempt)));
      }
    }
  }

  /** Done speaking; what came in meanwhile is fetched now. */
  private rest(): void {
    this.busy = false;
    if (this.newest > this.revision) void this.catchUp();
  }

  /** Fetch the match until nothing newer has been announced meanwhile. */
  private async catchUp(): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    try {
      do {
        this.newest = 0;
        await this.reload();
      } while (this.newest > this.revision && !this.busy);
    } catch {
      this.online = false;
    } finally {
      this.loading = false;
    }
  }

  undo(): Promise<boolean> {
    return this.afterwards((key) => this.api.undo(key));
  }

  redo(): Promise<boolean> {
    return this.afterwards((key) => this.api.redo(key));
  }

  /** Say something after what is still on its way, and fetch the match anew. */
  private afterwards(what: (key: string) => Promise<unknown>): Promise<boolean> {
    const done = this.queue.then(() => this.sayAndFetch(what));
    this.queue = done;
    return done;
  }

  private sayAndFetch(what: (key: string) => Promise<unknown>): Promise<boolean> {
    const key = newKey();
    return this.speak(async () => {
      await this.insist(() => what(key));
      this.take(await this.insist(() => this.api.load()));
    });
  }

  private async refuse(error: unknown): Promise<void> {
    if (error instanceof api.Refused) this.refusal = error.refusal;
    else if (error instanceof api.Stale) {
      this.refusal = { rule: '', why: 'The position has changed meanwhile; here is how it stands now.' };
      // taken as it is, even where the server has gone back to an earlier state
      await this.insist(() => this.api.load()).then((info) => this.take(info)).catch(() => undefined);
    } else this.refusal = { rule: '', why: error instanceof Error ? error.message : String(error) };
  }
}
