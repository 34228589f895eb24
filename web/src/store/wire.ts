/** The live line to the server: a socket that comes back by itself, and asking every two seconds where there is none. */
import type { MatchApi } from '../lib/api';
import type { LogEvent, Thinking, View } from '../lib/types';

export type Update =
  | { type: 'update'; version: number; events?: LogEvent[]; view?: View; players?: Record<string, string>; thinking?: Thinking | null; undo?: boolean }
  | { type: 'chat'; seat: string; text: string }
  | ({ type: 'thinking' } & Thinking)
  | { type: 'takeback'; seat: string }
  | { type: 'changed' }
  | { type: 'error'; error: string };

const POLL = 2000;
const LONGEST_WAIT = 15000;

export class Wire {
  private socket: WebSocket | null = null;
  private timer = 0;
  private failures = 0;
  private closed = false;

  constructor(
    private readonly api: MatchApi,
    private readonly version: () => number,
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
      socket.send(JSON.stringify({ type: 'hello', token: this.api.token, since: this.version() }));
      greeted = true;
      this.failures = 0;
      this.status(true);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Update);
    socket.onclose = () => {
      this.socket = null;
      if (this.closed) return;
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
      if (info.version !== this.version()) this.hear({ type: 'changed' });
    } catch {
      this.status(false);
    }
  }
}
