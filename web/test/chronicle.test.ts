import { describe, expect, it } from 'vitest';
import type { EventView } from '../src/lib/types';
import { chronicle } from '../src/store/chronicle';

const event = (at: number, more: Partial<EventView>): EventView => ({ kind: 'said', text: `event ${at}`, at, ...more });

describe('the log in groups', () => {
  const told = chronicle([
    event(0, { turn: 1 }),
    event(1, { kind: 'moved', side: 'red', units: ['a'], path: ['0101', '0102'] }),
    event(1, { kind: 'explained', text: 'the front needs it' }),
    event(2, { kind: 'moved', side: 'red', units: ['b'], path: ['0101', '0102'] }),
    event(2, { kind: 'explained', text: 'the front needs it' }),
    event(3, { side: 'red', units: ['a'], targets: ['0103'] }),
    event(4, { kind: 'revealed', side: 'blue', units: ['c'] }),
    event(4, { die: 5 }),
    event(4, { result: 'DE' }),
    event(4, { side: 'blue', units: ['c'], loss: 'unit' }),
    event(5, { side: 'red', units: ['a'], places: ['0103'] }),
    event(6, { kind: 'supplied' }),
    event(7, { kind: 'moved', side: 'blue', units: ['d'], path: ['0201', '0202'] }),
    event(8, { side: 'blue' }),
  ]);

  it('has a battle with all that followed from it in one', () => {
    expect(told.map((entry) => [entry.kind, entry.events.length])).toEqual([['turn', 1], ['moves', 2], ['battle', 6], ['one', 1], ['moves', 1], ['one', 1]]);
  });

  it('tells a reason once, with how often it was given', () => {
    expect([...(told[1]?.reasons ?? [])]).toEqual([['the front needs it', 2]]);
  });

  it('begins anew where another side moves', () => {
    expect(told[4]?.head.side).toBe('blue');
  });
});
