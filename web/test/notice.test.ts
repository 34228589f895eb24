import { describe, expect, it } from 'vitest';
import type { EventView } from '../src/lib/types';
import { chaptersOf, marked } from '../src/lib/chapters';
import { outlookOf, window } from '../src/parts/results';
import { soundOf } from '../src/store/notice.svelte';

const event = (more: Partial<EventView>): EventView => ({ kind: 'x', text: '', at: 1, ...more }) as EventView;

describe('what is heard', () => {
  it('is the most important alone', () => {
    expect(soundOf([event({ path: ['0101', '0102'] }), event({ die: 3 })])).toBe('dice');
    expect(soundOf([event({ path: ['0101', '0102'] }), event({ targets: ['0103'] })])).toBe('attack');
    expect(soundOf([event({ path: ['0101', '0102'] })])).toBe('move');
    expect(soundOf([event({})])).toBeNull();
  });
});

describe('rules at hand', () => {
  const rule = (id: string) => ({ id, title: `title of ${id}`, text: '', also: '', kind: '', refs: [], rulings: [] });
  it('are grouped by what stands before the dot', () => {
    expect(chaptersOf(['4.1', '4.2a', '10.1', 'zoc.2'].map(rule)).map(({ id, rules }) => [id, rules.length])).toEqual([['4', 2], ['10', 1], ['zoc', 1]]);
    // corrections come last, all in one chapter; a letter after a number makes no chapter of its own
    expect(chaptersOf(['E1', 'E2', '6', '6a', '6b.1'].map(rule)).map(({ id, rules }) => [id, rules.length])).toEqual([['6', 3], ['E', 2]]);
  });
  it('mark every word that was looked for, and nothing else', () => {
    expect(marked('A river attack (rivers)', 'RIVER (riv')).toEqual(['A ', 'river', ' attack ', '(riv', 'ers)']);
    expect(marked('plain', '')).toEqual(['plain']);
  });
});

describe('the ladder', () => {
  const ladder = ['1:3', '1:2', '1:1', '2:1', '3:1', '4:1', '5:1', '6:1'];
  it('shows as many columns as there is room for, around the likely ones', () => {
    expect(window(ladder, ['4:1', '5:1'], 4)).toEqual(['3:1', '4:1', '5:1', '6:1']);
    expect(window(ladder, ['1:3'], 4)).toEqual(['1:3', '1:2', '1:1', '2:1']);
    expect(window(ladder, [], 20)).toEqual(ladder);
  });
  it('puts the best for the attacker first, in words', () => {
    const codes = [{ code: 'AE', title: 'attacker eliminated', gain: -1, rule: '' }, { code: 'DR', title: 'retreats', gain: 1, rule: '' }, { code: 'DE', title: 'eliminated', gain: 1, rule: '' }];
    expect(outlookOf({ AE: 0.2, DE: 0.3, DR: 0.5 }, codes).map(({ code }) => code)).toEqual(['DE', 'DR', 'AE']);
  });
});
