/** Small things kept in the browser: settings, the seats one has taken, what has been learnt. */

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`grognard.${key}`, JSON.stringify(value));
  } catch {
    // a browser without storage still plays
  }
}

export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`grognard.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export interface KnownMatch {
  id: string;
  token: string;
  game: string;
  title: string;
  seat: string;
  links: Record<string, string>;
  begun: string;
}

export const knownMatches = (): KnownMatch[] => kept<KnownMatch[]>('matches', []);

export function rememberMatch(match: KnownMatch): void {
  const others = knownMatches().filter((known) => known.id !== match.id || known.token !== match.token);
  keep('matches', [match, ...others].slice(0, 30));
}

export const forgetMatch = (id: string): void => keep('matches', knownMatches().filter((known) => known.id !== id));
