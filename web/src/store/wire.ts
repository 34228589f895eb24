/** The live line to the server: a socket that comes back by itself, and asking every two seconds where there is none. */
import type { MatchApi } from '../lib/api';
import type { Answer, ChatLine, Thinking } from '../lib/types';

export type Update =
  | ({
      type: 'update'; seat: string; from: number; players: Record<string, string>; thinking: Thinking | null; chat?: ChatLine[];
    } & Answer)
  | ({ type: 'chat' } & ChatLine)
  | ({ type: 'thinking' } & Thinking)
  | { type: 'changed' | 'pong' }
  | { type: 'error'; error: string };

/** What the page has seen so far; the server sends what is newer. */
export interface Seen {
  version: number;
  revision: number;
  chat: number;
}

const WRONG_LINK = 4401;
const NO_MATCH = 4404;
const POLL = 2000;
const LONGEST_WAIT = 15000;

export class Wire {
  private socket: WebSocket | null = null;
  private timer = 0;
  private failures = 0;
  private closed = false;

  constructor(
    private readonly api: MatchApi,
    private readonly seen: () => Seen,
    private readonly hear: (update: Update) => void,
    private readonly status: (online: boolean) => void,
  ) {
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    if (this.closed) return;
    const address = `${location.origin.replace(/^http/, 'ws')}/api/matches/${encodeURIComponent(this.api.id)}/socket`;
    let greeted = false;
    const socket = (this.socket = new WebSocket(address));
    socket.onopen = () => {
      // the secret goes into the first message, never into an address that might be logged
      const { version, revision, chat } = this.seen();
      socket.send(JSON.stringify({ type: 'hello', token: this.api.token, since: version, revision, chat }));
      greeted = true;
      this.failures = 0;
      this.status(true);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Update);
    socket.onclose = (event) => {
      this.socket = null;
      if (this.closed) return;
      if (event.code === WRONG_LINK || event.code === NO_MATCH) {
        this.hear({ type: 'error', error: event.reason || 'this link is wrong or has been revoked' });
        return;
      }
      this.failures += 1;
      if (greeted) this.status(false);
      void this.poll();
      this.timer = window.setTimeout(() => this.open(), Math.min(LONGEST_WAIT, POLL * this.failures));
    };
  }

  /** Without a socket, ask; a new version is announced as a change. */
  private async poll(): Promise<void> {
    try {
      const info = await this.api.load();
      this.status(true);
      if (info.revision !== this.seen().revision) this.hear({ type: 'changed' });
    } catch {
      this.status(false);
    }
  }
}
