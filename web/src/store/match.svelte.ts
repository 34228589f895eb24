/** One match: what the server knows of it, kept up to date, and the way to send commands. */
import * as api from '../lib/api';
import { Board } from '../lib/board';
import { ownerOf, type Owner } from '../lib/sides';
import type { ChatLine, Command, GameInfo, LogEvent, MatchInfo, Refusal, Rule, Thinking, View } from '../lib/types';
import { Wire, type Update } from './wire';

const EMPTY: View = {
  game: '', seat: '', turn: 0, turn_name: '', stacks: {}, control: '', status: {}, winner: null, reason: '',
};

export const newKey = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

export class MatchStore {
  readonly api: api.MatchApi;
  ready = $state(false);
  broken = $state('');
  online = $state(true);
  busy = $state(false);
  info = $state.raw<MatchInfo | null>(null);
  view = $state.raw<View>(EMPTY);
  log = $state.raw<LogEvent[]>([]);
  version = $state(0);
  undoable = $state(false);
  players = $state.raw<Record<string, string>>({});
  chat = $state.raw<ChatLine[]>([]);
  thinking = $state.raw<Thinking | null>(null);
  reasons = $state.raw<Thinking[]>([]);
  takeback = $state('');
  game = $state.raw<GameInfo | null>(null);
  rules = $state.raw<Rule[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  board!: Board;
  owners: Owner[] = [];
  private wire: Wire | null = null;
  private readonly listeners: ((events: LogEvent[], own: boolean) => void)[] = [];

  constructor(id: string, token: string) {
    this.api = new api.MatchApi(id, token);
  }

  get sides(): string[] {
    return this.game?.sides ?? [];
  }

  /** Does the person at this page have to decide now? */
  get mine(): boolean {
    const decision = this.view.decision;
    return decision !== undefined && decision.seat === this.view.seat && decision.verbs !== undefined;
  }

  onEvents(listener: (events: LogEvent[], own: boolean) => void): void {
    this.listeners.push(listener);
  }

  async open(): Promise<void> {
    try {
      const info = await this.api.load();
      const [games, board] = await Promise.all([api.games(), api.board(info.game)]);
      this.game = games.find((game) => game.slug === info.game) ?? null;
      this.board = new Board(board);
      this.owners = this.sides.map((side, k) => ownerOf(side, k));
      this.take(info);
      this.ready = true;
      this.wire = new Wire(this.api, () => this.version, (update) => this.hear(update), (online) => (this.online = online));
      this.rules = await api.rules(info.game);
    } catch (error) {
      this.broken = error instanceof api.Failure && (error.status === 401 || error.status === 403 || error.status === 404)
        ? 'This link opens no seat: it is mistyped, or it has been revoked.'
        : error instanceof Error ? error.message : String(error);
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
    this.players = info.players;
    this.chat = info.chat ?? [];
    this.thinking = info.thinking ?? null;
    this.undoable = info.undo ?? true;
    this.takeback = info.takeback ?? '';
  }

  async reload(): Promise<void> {
    const before = this.version;
    const info = await this.api.load();
    const fresh = info.log.filter((event) => (event.at ?? 0) > before);
    this.take(info);
    if (fresh.length && info.version > before) this.tell(fresh, false);
  }

  private tell(events: LogEvent[], own: boolean): void {
    for (const listener of this.listeners) listener(events, own);
  }

  // ---------------------------------------------------------------- listening

  private hear(update: Update): void {
    if (update.type === 'chat') {
      this.chat = [...this.chat, { seat: update.seat, text: update.text }];
    } else if (update.type === 'thinking') {
      this.think(update);
    } else if (update.type === 'takeback') {
      this.takeback = update.seat;
    } else if (update.type === 'changed') {
      void this.reload().catch(() => (this.online = false));
    } else if (update.type === 'update') {
      this.players = update.players ?? this.players;
      if (update.thinking !== undefined) this.think(update.thinking);
      if (this.busy || update.version === this.version) return;
      const fresh = update.events ?? [];
      if (update.version < this.version || !update.view || fresh.some((event) => (event.at ?? Infinity) <= this.version)) {
        void this.reload();
        return;
      }
      this.advance({ version: update.version, events: fresh, view: update.view, ...(update.undo === undefined ? {} : { undo: update.undo }) }, false);
    }
  }

  private think(thinking: Thinking | null): void {
    this.thinking = thinking && (thinking.progress ?? 0) < 1 ? thinking : null;
    if (thinking?.text && this.reasons[0]?.text !== thinking.text) this.reasons = [thinking, ...this.reasons].slice(0, 40);
  }

  private advance(answer: { version: number; events: LogEvent[]; view: View; undo?: boolean }, own: boolean): void {
    this.version = answer.version;
    this.log = [...this.log, ...answer.events.map((event) => ({ at: answer.version, ...event }))];
    this.view = answer.view;
    this.undoable = answer.undo ?? true;
    this.takeback = '';
    this.tell(answer.events, own);
  }

  // ---------------------------------------------------------------- speaking

  /** Send a command. A lost answer is asked for again with the same key, so nothing happens twice. */
  async send(command: Command | string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    const key = newKey();
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          this.advance(await this.api.send(command, key, this.version), true);
          return true;
        } catch (error) {
          if (!(error instanceof api.Failure) || error.status !== 0 || attempt >= 5) throw error;
          this.online = false;
          await new Promise((done) => setTimeout(done, 400 * 2 ** attempt));
        }
      }
    } catch (error) {
      await this.refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    try {
      await this.api.undo(newKey());
      const info = await this.api.load();
      this.take(info);
      return true;
    } catch (error) {
      await this.refuse(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private async refuse(error: unknown): Promise<void> {
    if (error instanceof api.Refused) this.refusal = error.refusal;
    else if (error instanceof api.Stale) {
      this.refusal = { rule: '', why: 'The position has changed meanwhile; here is how it stands now.' };
      await this.reload().catch(() => undefined);
    } else this.refusal = { rule: '', why: error instanceof Error ? error.message : String(error) };
  }
}
