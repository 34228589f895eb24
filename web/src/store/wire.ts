/** The live line to the server: a socket that comes back by itself, and asking every two seconds where there is none. */
import { Failure, nobody, refusalOf, type MatchApi, type Saying } from '../lib/api';
import type { Change, ChatNews, Result, StackView, ThinkingNews, Update as News, View } from '../lib/types';

/** An update with the whole view of its seat. */
type Updated = News & { view: View };

/** What the page hears: from the server, or from the line itself. */
export type Update =
  | Updated
  | ChatNews
  | ThinkingNews
  | { type: 'changed' | 'pong' }
  | { type: 'error'; error: string }
  | { type: 'shut'; why: string };

/** What the page has seen so far; the server sends what is newer. */
export interface Seen {
  version: number;
  revision: number;
  chat: number;
}

const WRONG_LINK = 4401;
const NO_MATCH = 4404;
/** The server has no room for those who only watch; it may have some later. */
const NOT_NOW = 4503;
const POLL = 2000;
const LONGEST_WAIT = 15000;
/** A line that has been silent for so long is taken for dead, whatever the browser believes. */
const SILENCE = 45000;
/** So is one on which a command has not been answered for so long. */
const UNANSWERED = 10000;

/** The view a change leads to. */
export function changed(view: View, change: Change): View {
  const { track, ...fields } = change.fields ?? {};
  const next = { ...view, ...fields };
  if (fields.status) {
    const now = track ?? view.status.track;
    next.status = now?.length ? { ...fields.status, track: now } : fields.status;
  }
  for (const name of change.gone ?? []) delete next[name as 'decision'];
  if (change.stacks) {
    const stacks = Object.entries({ ...view.stacks, ...change.stacks });
    next.stacks = Object.fromEntries(stacks.filter((entry): entry is [string, StackView] => entry[1] !== null));
  }
  for (const [at, letters] of change.control ?? [])
    next.control = next.control.slice(0, at) + letters + next.control.slice(at + letters.length);
  return next;
}

export class Wire {
  private socket: WebSocket | null = null;
  private timer = 0;
  private failures = 0;
  private mayOpen = 0;
  private heard = 0;
  private closed = false;
  /** by seat, the latest view that has come over the present socket */
  private readonly views = new Map<string, { revision: number; view: View }>();
  private latest: Updated | null = null;
  /** by key, who waits for the answer to a command */
  private readonly waiting = new Map<string, { done: (update: Updated | null) => void; failed: (why: Error) => void }>();

  constructor(
    private readonly api: MatchApi,
    private readonly seen: () => Seen,
    private readonly hear: (update: Update) => void,
    private readonly status: (online: boolean, why?: string) => void,
  ) {
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Say a command over the line, if there is one; the answer is the update it leads to, null if that was long ago. */
  say(saying: Saying): Promise<Updated | null> | undefined {
    const { socket } = this;
    if (!socket || socket.readyState !== WebSocket.OPEN || !this.views.size) return undefined;
    const answer = new Promise<Updated | null>((done, failed) => this.waiting.set(saying.key, { done, failed }));
    const timer = window.setTimeout(() => this.drop(socket), UNANSWERED);
    socket.send(JSON.stringify({ type: 'command', ...saying }));
    return answer.finally(() => clearTimeout(timer));
  }

  private answered({ key, status, ...said }: Result): void {
    const waiting = this.waiting.get(key);
    this.waiting.delete(key);
    if (status !== 200) waiting?.failed(refusalOf(status, said));
    else waiting?.done(this.latest?.revision === said.revision ? this.latest : null);
  }

  private open(): void {
    const address = `${location.origin.replace(/^http/, 'ws')}/api/matches/${encodeURIComponent(this.api.id)}/socket`;
    const socket = (this.socket = new WebSocket(address));
    this.heard = Date.now();
    this.views.clear();
    socket.onopen = () => {
      // the secret goes into the first message, never into an address that might be logged
      const { version, revision, chat } = this.seen();
      const { token, seat } = this.api;
      socket.send(JSON.stringify({ type: 'hello', token, since: version, revision, chat, ...(seat && { seat }) }));
      this.listen(socket);
    };
    socket.onmessage = (message) => {
      const told = JSON.parse(String(message.data)) as Exclude<Update, Updated> | News | Result;
      this.heard = Date.now();
      if (told.type === 'result') {
        this.answered(told);
        return;
      }
      if (told.type !== 'update') {
        this.hear(told);
        return;
      }
      const update = this.complete(told);
      if (update) {
        this.failures = 0;
        this.status(true);
        this.hear(update);
      } else this.drop(socket);
    };
    socket.onclose = (event) => {
      if (event.code === WRONG_LINK || event.code === NO_MATCH) {
        this.closed = true;
        this.hear({ type: 'shut', why: event.reason || 'this link is wrong or has been revoked' });
      } else this.lose(socket, event.code === NOT_NOW ? event.reason || 'the server is full' : '');
    };
  }

  /** An update with its whole view; null when a change does not continue what has come before. */
  private complete(news: News): Updated | null {
    const known = this.views.get(news.seat);
    let view: View;
    if (news.view) view = news.view;
    else if (known && news.change && known.revision === news.base) view = changed(known.view, news.change);
    else return null;
    this.views.set(news.seat, { revision: news.revision, view });
    return (this.latest = { ...news, view });
  }

  /** Give a line up; the next one begins with the whole view. */
  private drop(socket: WebSocket): void {
    socket.close();
    this.lose(socket);
  }

  /** While the line is open: ask for a sign of life now and then. */
  private listen(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    if (Date.now() - this.heard > SILENCE) this.drop(socket);
    else {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
      this.timer = window.setTimeout(() => this.listen(socket), SILENCE / 3);
    }
  }

  private lose(socket: WebSocket, why = ''): void {
    if (this.closed || socket !== this.socket) return;
    this.socket = null;
    this.failures += 1;
    this.mayOpen = Date.now() + Math.min(LONGEST_WAIT, POLL * (this.failures - 1));
    this.status(false, why);
    clearTimeout(this.timer);
    for (const { failed } of this.waiting.values()) failed(nobody());
    this.waiting.clear();
    void this.poll();
  }

  /** Without a socket, ask; a change is announced, and a server that answers may have a socket again. */
  private async poll(): Promise<void> {
    try {
      const info = await this.api.load();
      if (this.closed) return;
      this.status(true);
      if (info.revision !== this.seen().revision) this.hear({ type: 'changed' });
      if (Date.now() >= this.mayOpen) {
        this.open();
        return;
      }
    } catch (error) {
      this.status(false, error instanceof Failure && error.status === 503 ? error.message : '');
    }
    if (!this.closed) this.timer = window.setTimeout(() => void this.poll(), POLL);
  }
}
