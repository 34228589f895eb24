import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchApi } from '../src/lib/api';
import type { Change, View } from '../src/lib/types';
import { changed, Wire, type Update } from '../src/store/wire';
import recorded from './changes.json';

/** Messages of a real game for one seat, some with the view that they must lead to. */
const course = recorded as unknown as { change?: Change; view?: View }[];
const start = course[0]?.view as View;

describe('changes', () => {
  it('lead to the very views that the server has made', () => {
    let view = start;
    let compared = 0;
    for (const { change, view: whole } of course) {
      if (change) view = changed(view, change);
      if (whole) expect(view).toEqual(whole);
      compared += whole ? 1 : 0;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('leave the view before as it was', () => {
    const before = structuredClone(start);
    for (const { change } of course.slice(1)) if (change) changed(start, change);
    expect(start).toEqual(before);
  });
});

class Line {
  static readonly OPEN = 1;
  static opened: Line[] = [];
  readyState = 1;
  closed = false;
  onmessage: (message: { data: string }) => void = () => undefined;
  constructor() {
    Line.opened.push(this);
  }
  send(): void {}
  close(): void {
    this.closed = true;
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify({ type: 'update', seat: 'german', from: 0, ...message }) });
  }
}

describe('the line to the server', () => {
  let heard: Update[];
  beforeEach(() => {
    heard = [];
    Line.opened = [];
    vi.stubGlobal('WebSocket', Line);
    vi.stubGlobal('location', { origin: 'http://table' });
    vi.stubGlobal('window', globalThis);
    const api = { id: 'm', token: 't', load: () => Promise.resolve({ revision: 1 }) } as unknown as MatchApi;
    new Wire(api, () => ({ version: 1, revision: 1, chat: 0 }), (update) => heard.push(update), () => undefined);
  });
  const line = (): Line => Line.opened.at(-1) as Line;
  const turns = (): (number | undefined)[] => heard.map((update) => (update.type === 'update' ? update.view.turn : undefined));

  it('makes every update whole, seat by seat', () => {
    line().tell({ revision: 1, view: { ...start, turn: 1 } });
    line().tell({ revision: 2, seat: 'soviet', view: { ...start, turn: 12 } });
    line().tell({ revision: 3, base: 1, change: { fields: { turn: 3 } } });
    line().tell({ revision: 3, base: 3, change: {} });
    line().tell({ revision: 4, seat: 'soviet', base: 2, change: { fields: { turn: 14 } } });
    expect(turns()).toEqual([1, 12, 3, 3, 14]);
    expect(heard.every((update) => update.type === 'update' && update.view.control === start.control)).toBe(true);
  });

  it('is opened anew when a change does not continue what it knows', async () => {
    const first = line();
    first.tell({ revision: 1, view: start });
    first.tell({ revision: 4, base: 3, change: { fields: { turn: 4 } } });
    expect(first.closed).toBe(true);
    expect(heard).toHaveLength(1);
    await vi.waitFor(() => expect(Line.opened).toHaveLength(2));
    line().tell({ revision: 4, base: 1, change: {} });
    expect(heard).toHaveLength(1);
  });
});
