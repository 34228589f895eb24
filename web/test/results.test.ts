import { describe, expect, it } from 'vitest';
import type { RuleInfo } from '../src/lib/types';
import { inOneLine, meaningOf } from '../src/parts/results';

const rule = (id: string, title: string, text = title): RuleInfo => ({ id, title, text, also: '', kind: 'combat', refs: [], rulings: [] });
const RULES = [
  rule('1', 'DR: direction'), rule('2', 'DR: enemy cities barred'), rule('3', 'BB, bloodbath'), rule('4', 'D2 and D3: retreat'),
  rule('5', 'D'), rule('6', 'AE'), rule('7', 'D/AE'), rule('8', 'X: losses'), rule('9', 'X/2: half losses'), rule('10', 'German DR into a city'),
];
const ids = (code: string): string[] => meaningOf(RULES, code).map(({ id }) => id);

describe('a combat result', () => {
  it('is told by every rule that is titled with it, and by no other', () => {
    expect(ids('DR')).toEqual(['1', '2']);
    expect(ids('BB')).toEqual(['3']);
    expect(ids('D3')).toEqual(['4']);
    expect(ids('D')).toEqual(['5']);
    expect(ids('EX')).toEqual([]);
  });

  it('of two parts is told as a whole, then by its parts', () => {
    expect(ids('D/AE')).toEqual(['7', '5', '6']);
    expect(ids('X/2')).toEqual(['9', '8']);
  });

  it('fits on one line', () => {
    expect(inOneLine(RULES, 'DR')).toBe('DR: direction DR: enemy cities barred');
  });
});
