/** Small things kept in the browser: settings, the seats one has taken, what has been learnt. */

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`grognard.${key}`, JSON.stringify(value));
  } catch {
    // a browser without storage still plays
  }
}

export function kept<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`grognard.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
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
  /** put away: not asked about and not shown with the others, but not lost */
  archived?: boolean;
}

/** So many links are kept; nobody plays more at a time. */
const MOST = 300;

export const knownMatches = (): KnownMatch[] => kept<KnownMatch[]>('matches', []);

const same = (a: KnownMatch, b: KnownMatch): boolean => a.id === b.id && a.token === b.token;

export function rememberMatch(match: KnownMatch): void {
  keep('matches', [match, ...knownMatches().filter((known) => !same(known, match))].slice(0, MOST));
}

/** Change a link that is known, where it stands in the list. */
export function changeMatch(match: KnownMatch, change: Partial<KnownMatch>): void {
  keep('matches', knownMatches().map((known) => (same(known, match) ? { ...known, ...change } : known)));
}

export const forgetMatch = (match: KnownMatch): void => keep('matches', knownMatches().filter((known) => !same(known, match)));
