/** Puzzles that this browser has begun and solved. */
import * as api from '../lib/api';
import type { GameInfo, PuzzleInfo } from '../lib/types';
import { sit } from './begin';
import { keep, kept } from './keep';

export interface Begun {
  game: string;
  name: string;
  title: string;
  task: string;
}

const solvedList = (): string[] => kept<string[]>('solved', []);
export const isSolved = (game: string, name: string): boolean => solvedList().includes(`${game}/${name}`);
export const noteSolved = ({ game, name }: Begun): void => keep('solved', [...new Set([...solvedList(), `${game}/${name}`])]);

/** The puzzle that a match is set by, where it is one. */
export const puzzleOf = (match: string): Begun | null => kept<Record<string, Begun>>('puzzles', {})[match] ?? null;

/** Set a puzzle and go to its table. */
export async function play(game: GameInfo, { name, title, task, seat }: PuzzleInfo): Promise<void> {
  const made = await api.setPuzzle(game.slug, name);
  keep('puzzles', { ...kept<Record<string, Begun>>('puzzles', {}), [made.id]: { game: game.slug, name, title, task } });
  keep('learn', false);
  const players = Object.fromEntries(Object.keys(made.links).filter((one) => one !== 'spectator').map((one) => [one, one === seat ? 'human' : 'computer']));
  sit(made, game, `${game.title}: ${title}`, players);
}
