import { describe, expect, it } from 'vitest';
import type { VerbView } from '../src/lib/types';
import { completions, suggestion, type Lexicon } from '../src/lib/typed';

const VERBS: VerbView[] = [
  { verb: 'move', title: 'Move', usage: 'move UNITS PATH', rule: '9.1', units: ['7pz', '206i', '26i'] },
  { verb: 'attack', title: 'Attack', usage: 'attack HEX with UNITS [air NUMBER]', rule: '10.1', hex_first: true, hexes: ['1022', '1019'] },
  { verb: 'done', title: 'Done', usage: 'done', rule: '5.1', ends: true },
];

/** Units of a monster: what is typed begins alike for all of them, what is printed does not. */
const EAST: Lexicon = {
  units: [{ word: 'ge3pz', title: '3rd Panzer Division' }, { word: 'ge13i', title: '13th Infantry Division' }, { word: 'gedr', title: 'Das Reich' }],
  places: [{ word: '1B/4007', title: 'Bobruisk' }],
  isHex: (word) => /^\d?[A-Z]?\/?\d{4}$/.test(word),
};
const EASTERN: VerbView[] = [
  { verb: 'move', title: 'Move', usage: 'move UNITS PATH', rule: '6', units: ['ge3pz', 'ge13i', 'gedr'] },
  { verb: 'attack', title: 'Attack', usage: 'attack HEX with UNITS [air NUMBER]', rule: '9', hex_first: true, hexes: ['1B/4007', '1B/4108'] },
];
const lines = (line: string, verbs = VERBS, lexicon?: Lexicon): string[] => completions(line, verbs, lexicon).map((way) => way.line);

describe('typed orders', () => {
  it('are completed: verbs, units joined by +, hexes, and the word between them', () => {
    expect(lines('')).toEqual(['move', 'attack', 'done']);
    expect(lines('mo')).toEqual(['move']);
    expect(lines('move 2')).toEqual(['move 206i', 'move 26i']);
    expect(lines('move 7pz+20')).toEqual(['move 7pz+206i']);
    expect(lines('attack 10')).toEqual(['attack 1022', 'attack 1019']);
    expect(lines('attack 1022 w')).toEqual(['attack 1022 with']);
    expect(lines('dance 1')).toEqual([]);
  });

  it('are completed by what is printed on a counter and by any part of a name, and say who is meant', () => {
    expect(completions('move 3', EASTERN, EAST)[0]).toEqual({ line: 'move ge3pz', title: '3rd Panzer Division' });
    expect(lines('move reich', EASTERN, EAST)).toEqual(['move gedr']);
    expect(lines('move ge3pz+inf', EASTERN, EAST)).toEqual(['move ge3pz+ge13i']);
    expect(lines('move gedr bob', EASTERN, EAST)).toEqual(['move gedr 1B/4007']);
    expect(lines('attack bob', EASTERN, EAST)).toEqual(['attack 1B/4007']);
    expect(lines('attack 1B/4007 with panz', EASTERN, EAST)).toEqual(['attack 1B/4007 with ge3pz']);
    expect(lines('attack 1B/4007 with ge3pz a', EASTERN, EAST)).toEqual(['attack 1B/4007 with ge3pz air']);
  });

  it('come with a suggestion after a slip, and with none where nothing is near', () => {
    expect(suggestion('move 206 0917', VERBS)).toBe('move 206i 0917');
    expect(suggestion('mvoe 7pz 0917', VERBS)).toBe('move 7pz 0917');
    expect(suggestion('move 7pz 0917', VERBS)).toBeNull();
    expect(suggestion('xylophone', VERBS)).toBeNull();
  });

  it('come with a suggestion where units are named after the hex', () => {
    expect(suggestion('atack 1B/4007 wiht 3rd+gedr', EASTERN, EAST)).toBe('attack 1B/4007 with ge3pz+gedr');
    expect(suggestion('attack 1B/4017 with gedr air 2', EASTERN, EAST)).toBe('attack 1B/4007 with gedr air 2');
    expect(suggestion('move gedr 1B/4017-1B/4018', EASTERN, EAST)).toBeNull();
  });
});
