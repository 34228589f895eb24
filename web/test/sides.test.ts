import { describe, expect, it } from 'vitest';
import { controlMark, dashesOf, learnCamps, lineStyle, ownerOf, plain, sideColour, tint, verdict, type Owner } from '../src/lib/sides';

describe('sides', () => {
  it('have a look by their name, and by their number where nobody knows the name', () => {
    learnCamps([{ sides: ['german', 'soviet', 'dutch', 'grey'], camps: ['axis', 'soviet', 'western-allies'], seatings: [{ name: 'two', title: '', text: '', seats: [{ name: 'west', sides: ['dutch', 'soviet'], posts: [] }] }] }]);
    expect(['German', 'soviet', 'dutch', 'west'].map((name) => ownerOf(name))).toEqual(['axis', 'soviet', 'western-allies', 'western-allies']);
    expect(new Set(['blue', 'red', 'green', 'grey'].map(ownerOf)).size).toBe(4);
    expect(tint(ownerOf('green', 2))).toBe('var(--ally)');
  });

  it('are told apart by mark, line and colour, five of them too', () => {
    const five: Owner[] = [0, 1, 2, 3, 4].map((k) => ownerOf('nobody', k));
    expect(new Set(five).size).toBe(5);
    for (const look of [controlMark, (one: Owner) => sideColour(one, 'light'), (one: Owner) => sideColour(one, 'dark')]) expect(new Set(five.map(look)).size).toBe(5);
    expect(new Set(five.map((one) => `${dashesOf(one)} ${lineStyle(one)}`)).size).toBe(4); // Soviets and western allies, who never meet in one colour
  });

  it('win alone, together or not at all', () => {
    expect(['german', 'blue and green', 'soviet and anglo-french', 'draw'].map(verdict)).toEqual(['German wins', 'Blue and Green win', 'Soviet and Anglo-French win', 'The game is drawn']);
    expect(plain('blue-north')).toBe('Blue north');
  });
});
