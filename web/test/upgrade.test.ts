import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withStruck } from '../src/lib/struck';
import type { EventView, Struck } from '../src/lib/types';
import { draft, keepDraft, reloadFor } from '../src/store/drafts';
import { MatchStore } from '../src/store/match.svelte';

const VIEW = { game: 'g', seat: 'german', turn: 1, turn_name: '', stacks: {}, control: '', status: {}, winner: null, reason: '' };
const PARTED = { version: 3, why: 'command 4, said by german, is refused', struck: 2, waiting: ['german', 'soviet'] };
const INFO = {
  id: 'm', game: 'g', seat: 'german', hotseat: false, version: 3, revision: 6, log: [], players: {}, chat: [], notes: '', thinking: null,
  undo: false, takeback: null, over: false, parted: null, struck: [], build: 'one',
  view: { ...VIEW, decision: { seat: 'german', step: 's', title: 't', rule: '', prompt: '', verbs: [] } },
};
const ANSWERS: Record<string, unknown> = {
  '/api/games': [{ slug: 'g', title: 'G', sides: ['german'], seats: ['german'], camps: [], seatings: [] }],
  '/api/games/g/board': { name: 'g', title: 'G', stagger: 'columns', corners: [], hexes: [], sides: [], places: [], areas: {}, boxes: [], grounds: {}, lines: {}, bounds: [0, 0, 1, 1] },
  '/api/games/g/rules': [],
};

class Line {
  static readonly OPEN = 1;
  static latest: Line;
  readyState = 1;
  onmessage: (message: { data: string }) => void = () => undefined;
  constructor() {
    Line.latest = this;
  }
  send(): void {}
  close(): void {}
  hear(more: object): void {
    const { version, revision, view, players, thinking, undo, takeback, over } = INFO;
    this.onmessage({ data: JSON.stringify({ type: 'update', seat: 'german', from: version, events: [], version, revision, view, players, thinking, undo, takeback, over, ...more }) });
  }
}

let asked: string[];

async function seated(info: object = {}): Promise<MatchStore> {
  asked = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(ANSWERS[path] ?? { ...INFO, ...info })));
  });
  const match = new MatchStore('m', 'token');
  await match.open();
  return match;
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { origin: 'http://table' });
  vi.stubGlobal('window', globalThis);
});

describe('a newer server', () => {
  it('is noticed when the line comes back', async () => {
    const match = await seated();
    Line.latest.hear({ build: 'one' });
    expect(match.newer).toBe(false);
    Line.latest.hear({ build: 'two' });
    expect(match.newer).toBe(true);
    match.close();
  });

  it('is noticed by a page that only asks', async () => {
    const match = await seated();
    ANSWERS['/api/matches/m'] = { ...INFO, build: 'two', revision: 7 };
    await match.reload();
    delete ANSWERS['/api/matches/m'];
    expect(match.newer).toBe(true);
    match.close();
  });

  it('is noticed by a page that had been open before the match was begun', async () => {
    vi.stubGlobal('document', { querySelector: () => ({ content: 'none' }) });
    const match = await seated();
    vi.stubGlobal('document', undefined);
    expect(match.newer).toBe(true);
    match.close();
  });

  it('has the page fetched anew, once', () => {
    const reload = vi.fn();
    reloadFor('m', reload);
    reloadFor('m', reload);
    expect(reload).toHaveBeenCalledOnce();
    reloadFor('other', reload);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('does not cost what is being typed', () => {
    expect(draft('m.talk')).toBe('');
    keepDraft('m.talk', 'half a sent');
    expect(draft('m.talk')).toBe('half a sent');
    keepDraft('m.talk', '');
    expect(draft('m.talk', 'nothing')).toBe('nothing');
  });
});

describe('a match parted by a change of the rules', () => {
  it('cannot be played until everybody agrees', async () => {
    const match = await seated({ parted: PARTED });
    expect(match.parted).toEqual(PARTED);
    expect(match.mine).toBe(false);
    Line.latest.hear({ parted: { ...PARTED, waiting: ['soviet'] } });
    expect(match.parted?.waiting).toEqual(['soviet']);
    Line.latest.hear({ parted: null });
    expect(match.parted).toBeNull();
    expect(match.mine).toBe(true);
    match.close();
  });

  it('is agreed to by one call', async () => {
    const match = await seated({ parted: PARTED });
    await match.goOn();
    expect(asked.filter((path) => path.endsWith('/go-on'))).toHaveLength(1);
    match.close();
  });

  it('shows in the log what is struck out, in its place', () => {
    const event = (at: number, text: string): EventView => ({ kind: 'moved', at, text }) as EventView;
    const log = [event(1, 'a'), event(3, 'b'), event(4, 'c')];
    const struck: Struck[] = [{ after: 3, why: 'because', commands: 2, events: [event(4, 'x'), event(5, 'y')] }];
    const lines = withStruck(log, struck);
    expect(lines.map((line) => line.text)).toEqual(['a', 'b', '2 commands are no longer in force: because.', 'x', 'y', 'c']);
    expect(lines.map((line) => line.struck ?? false)).toEqual([false, false, false, true, true, false]);
    expect(withStruck(log, [])).toEqual(log);
    expect(withStruck([], struck)).toHaveLength(3);
    expect(withStruck(log, [{ ...struck[0]!, after: 0 }]).map((line) => line.text)[1]).toBe('x');
  });
});
