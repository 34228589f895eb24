import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MatchStore } from '../src/store/match.svelte';

/** What the server would answer to a path, one after the other; the last one stays. */
type Script = Record<string, (() => Response | Promise<Response>)[]>;

const VIEW = { game: 'g', seat: 'german', turn: 1, turn_name: '', stacks: {}, control: '', status: {}, winner: null, reason: '' };
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const info = (revision: number): Response =>
  json({ id: 'm', game: 'g', seat: 'german', hotseat: false, version: revision, revision, view: { ...VIEW, turn: revision }, log: [], players: {}, chat: [], notes: '', thinking: null, undo: false, takeback: null, over: false, data: { number: 1, text: '' } });
const answer = (revision: number): Response => json({ version: revision, revision, events: [], view: { ...VIEW, turn: revision }, undo: false, takeback: null, over: false });

class Silent {
  static readonly OPEN = 1;
  static latest: Silent;
  readyState = 1;
  said: Record<string, unknown>[] = [];
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor() {
    Silent.latest = this;
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  hear(update: object): void {
    this.onmessage({ data: JSON.stringify(update) });
  }
}

let sent: { path: string; body: Record<string, unknown> }[];

function serve(script: Script): void {
  vi.stubGlobal('fetch', (path: string, { body }: { body: string | null }) => {
    sent.push({ path, body: body ? (JSON.parse(body) as Record<string, unknown>) : {} });
    const answers = script[path] ?? [() => json({}, 404)];
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve().then(() => next?.());
  });
}

const seated = async (script: Script): Promise<MatchStore> => {
  serve({
    '/api/games': [() => json([{ slug: 'g', title: 'G', sides: ['german'], seats: ['german'], camps: [], seatings: [] }])],
    '/api/games/g/board': [() => json({ name: 'g', title: 'G', stagger: 'columns', corners: [], hexes: [], sides: [], places: [], areas: {}, boxes: [], grounds: {}, lines: {}, bounds: [0, 0, 1, 1] })],
    '/api/games/g/rules': [() => json([])],
    ...script,
  });
  const match = new MatchStore('m', 'token');
  await match.open();
  expect(match.broken).toBe('');
  return match;
};

const away = (): Response => {
  throw new TypeError('Failed to fetch');
};
const commands = (): Record<string, unknown>[] => sent.filter(({ path }) => path.endsWith('/commands')).map(({ body }) => body);

describe('a command', () => {
  beforeEach(() => {
    sent = [];
    vi.stubGlobal('WebSocket', Silent);
    vi.stubGlobal('location', { origin: 'http://table' });
    vi.stubGlobal('window', globalThis);
  });

  it('is said again with the same key until somebody answers', async () => {
    const match = await seated({ '/api/matches/m': [() => info(1)], '/api/matches/m/commands': [away, () => json({ error: 'loading' }, 503), () => answer(2)] });
    expect(await match.send('done')).toBe(true);
    expect(match.view.turn).toBe(2);
    expect(match.online).toBe(true);
    expect(commands()).toHaveLength(3);
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1);
    expect(commands().map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it('whose fate is uncertain is said again with the same key, which tells', async () => {
    const uncertain = (): Response => json({ error: 'it is not certain whether this has happened', uncertain: true }, 503);
    const match = await seated({ '/api/matches/m': [() => info(1)], '/api/matches/m/commands': [uncertain, () => answer(2)] });
    expect(await match.send('done')).toBe(true);
    expect(match.version).toBe(2);
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1);
  });

  it('waits until the server has room', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 });
    const match = await seated({ '/api/matches/m': [() => json({ error: 'the server is full' }, 503), () => info(1)] });
    expect(match.notNow).toBe('the server is full');
    expect(match.ready).toBe(true);
    vi.useRealTimers();
  });

  it('that is refused is not said again', async () => {
    const match = await seated({ '/api/matches/m': [() => info(1)], '/api/matches/m/commands': [() => json({ rule: '5.3', why: 'no' }, 422)] });
    expect(await match.send('done')).toBe(false);
    expect(match.refusal).toEqual({ rule: '5.3', why: 'no' });
    expect(commands()).toHaveLength(1);
  });

  it('that comes too late shows the position as it is', async () => {
    const match = await seated({ '/api/matches/m': [() => info(1), () => info(4)], '/api/matches/m/commands': [() => json({ error: 'moved on' }, 409)] });
    expect(await match.send('done')).toBe(false);
    expect(match.view.turn).toBe(4);
  });

  it('is not undone on the screen by an answer that it has overtaken', async () => {
    let late: (answer: Response) => void = () => undefined;
    const match = await seated({
      '/api/matches/m': [() => info(1), () => new Promise<Response>((done) => (late = done))],
      '/api/matches/m/commands': [() => answer(2)],
    });
    const asked = match.reload();
    expect(await match.send('done')).toBe(true);
    late(info(1));
    await asked;
    expect(match.view.turn).toBe(2);
  });

  const update = (revision: number): object =>
    ({ type: 'update', seat: 'german', version: revision, revision, from: revision - 1, events: [], view: { ...VIEW, turn: revision }, players: {}, thinking: null });
  const commanded = async (): Promise<{ line: Silent; key: unknown }> => {
    const line = Silent.latest;
    await vi.waitFor(() => expect(line.said).toHaveLength(1));
    expect(line.said[0]).toMatchObject({ type: 'command', command: 'done', version: 1, revision: 1 });
    return { line, key: line.said[0]?.['key'] };
  };

  it('goes over the line once that has greeted, and shows the update that came before the answer', async () => {
    const match = await seated({ '/api/matches/m': [() => info(1)] });
    Silent.latest.hear(update(1));
    const sending = match.send('done');
    const { line, key } = await commanded();
    line.hear(update(2));
    expect(match.view.turn).toBe(1);
    line.hear({ type: 'result', key, status: 200, version: 2, revision: 2 });
    expect(await sending).toBe(true);
    expect(match.view.turn).toBe(2);
    expect(sent.filter(({ path }) => path === '/api/matches/m')).toHaveLength(1);
    expect(commands()).toHaveLength(0);
  });

  it('refused over the line is not said again', async () => {
    const match = await seated({ '/api/matches/m': [() => info(1)] });
    Silent.latest.hear(update(1));
    const sending = match.send('done');
    const { line, key } = await commanded();
    line.hear({ type: 'result', key, status: 422, rule: '5.3', why: 'no' });
    expect(await sending).toBe(false);
    expect(match.refusal).toEqual({ rule: '5.3', why: 'no' });
    expect(commands()).toHaveLength(0);
  });

  it('is said again by HTTP with the same key when the line breaks before the answer', async () => {
    const match = await seated({ '/api/matches/m': [() => info(1)], '/api/matches/m/commands': [() => answer(2)] });
    Silent.latest.hear(update(1));
    const sending = match.send('done');
    const { line, key } = await commanded();
    line.onclose({ code: 1006 });
    expect(await sending).toBe(true);
    expect(match.view.turn).toBe(2);
    expect(commands().map((body) => body['key'])).toEqual([key]);
  });

  it('of the opponent that arrives meanwhile is fetched afterwards', async () => {
    const match = await seated({
      '/api/matches/m': [() => info(1), () => info(3)],
      '/api/matches/m/commands': [
        () => {
          Silent.latest.hear({ type: 'update', seat: 'german', version: 3, revision: 3, from: 2, events: [], view: VIEW, players: {}, thinking: null });
          return answer(2);
        },
      ],
    });
    expect(await match.send('done')).toBe(true);
    await vi.waitFor(() => expect(match.view.turn).toBe(3));
  });
});

describe('a table of several', () => {
  beforeEach(() => {
    sent = [];
    vi.stubGlobal('WebSocket', Silent);
    vi.stubGlobal('location', { origin: 'http://table' });
    vi.stubGlobal('window', globalThis);
  });

  const seats = [{ name: 'north', sides: ['blue'], posts: ['north'] }, { name: 'east', sides: ['red', 'green'], posts: ['red', 'green'] }];
  const three = { '/api/games': [() => json([{ slug: 'g', title: 'G', sides: ['blue', 'red', 'green'], seats: [], camps: [], seatings: [], questions: ['reach'] }])] };
  const sat = async (revision: number): Promise<Response> => json({ ...((await info(revision).json()) as object), seats });

  it('hears a request to take back though nobody has given a command', async () => {
    const match = await seated({ ...three, '/api/matches/m': [() => sat(1)] });
    const update = { type: 'update', seat: 'german', version: 1, revision: 1, from: 1, events: [], players: {}, thinking: null, undo: false, over: false, view: VIEW };
    Silent.latest.hear({ ...update, takeback: { seat: 'north', waiting: ['east'] } });
    expect(match.takeback).toEqual({ seat: 'north', waiting: ['east'] });
    Silent.latest.hear({ ...update, takeback: null });
    expect(match.takeback).toBe(null);
  });

  it('fetches the log when others have spoken between its command and the answer', async () => {
    const match = await seated({ ...three, '/api/matches/m': [() => sat(1), () => sat(4)], '/api/matches/m/commands': [() => answer(4)] });
    expect(await match.send('done')).toBe(true);
    expect(sent.filter(({ path }) => path === '/api/matches/m')).toHaveLength(2);
    expect(match.version).toBe(4);
  });

  it('knows who commands what, how everybody looks, and what the game answers', async () => {
    const match = await seated({ ...three, '/api/matches/m': [() => sat(1)] });
    expect(match.seats).toEqual(['north', 'east']);
    expect(match.sidesOf('east')).toEqual([1, 2]);
    expect(match.sidesOf('spectator')).toEqual([]);
    expect(['blue', 'red', 'green', 'east'].map((name) => match.owner(name))).toEqual(['axis', 'soviet', 'western-allies', 'soviet']);
    expect([match.answers('reach'), match.answers('supply')]).toEqual([true, false]);
  });
});
