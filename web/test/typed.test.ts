import { describe, expect, it } from 'vitest';
import type { VerbView } from '../src/lib/types';
import { completions, suggestion } from '../src/lib/typed';

const VERBS: VerbView[] = [
  { verb: 'move', title: 'Move', usage: 'move UNITS PATH', rule: '9.1', units: ['7pz', '206i', '26i'] },
  { verb: 'attack', title: 'Attack', usage: 'attack HEX with UNITS [air NUMBER]', rule: '10.1', hex_first: true, hexes: ['1022', '1019'] },
  { verb: 'done', title: 'Done', usage: 'done', rule: '5.1', ends: true },
];

describe('typed orders', () => {
  it('are completed: verbs, units joined by +, hexes, and the word between them', () => {
    expect(completions('', VERBS)).toEqual(['move', 'attack', 'done']);
    expect(completions('mo', VERBS)).toEqual(['move']);
    expect(completions('move 2', VERBS)).toEqual(['move 206i', 'move 26i']);
    expect(completions('move 7pz+20', VERBS)).toEqual(['move 7pz+206i']);
    expect(completions('attack 10', VERBS)).toEqual(['attack 1022', 'attack 1019']);
    expect(completions('attack 1022 w', VERBS)).toEqual(['attack 1022 with']);
    expect(completions('dance 1', VERBS)).toEqual([]);
  });

  it('come with a suggestion after a slip, and with none where nothing is near', () => {
    expect(suggestion('move 206 0917', VERBS)).toBe('move 206i 0917');
    expect(suggestion('mvoe 7pz 0917', VERBS)).toBe('move 7pz 0917');
    expect(suggestion('move 7pz 0917', VERBS)).toBeNull();
    expect(suggestion('xylophone', VERBS)).toBeNull();
  });
});
