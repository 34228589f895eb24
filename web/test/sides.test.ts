import { describe, expect, it } from 'vitest';
import { learnCamps, ownerOf, plain, tint, verdict } from '../src/lib/sides';

describe('sides', () => {
  it('have a look by their name, and by their number where nobody knows the name', () => {
    learnCamps([{ sides: ['german', 'soviet', 'dutch', 'grey'], camps: ['axis', 'soviet', 'western-allies'], seatings: [{ name: 'two', title: '', text: '', seats: [{ name: 'west', sides: ['dutch', 'soviet'], posts: [] }] }] }]);
    expect(['German', 'soviet', 'dutch', 'west'].map((name) => ownerOf(name))).toEqual(['axis', 'soviet', 'western-allies', 'western-allies']);
    expect(new Set(['blue', 'red', 'green', 'grey'].map(ownerOf)).size).toBe(4);
    expect(tint(ownerOf('green', 2))).toBe('var(--ally)');
  });

  it('win alone, together or not at all', () => {
    expect(['german', 'blue and green', 'soviet and anglo-french', 'draw'].map(verdict)).toEqual(['German wins', 'Blue and Green win', 'Soviet and Anglo-French win', 'The game is drawn']);
    expect(plain('blue-north')).toBe('Blue north');
  });
});
