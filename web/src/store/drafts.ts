/** What is being typed, kept while the page reloads itself. */

const place = (name: string): string => `grognard.draft.${name}`;

export function keepDraft(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(place(name), text);
    else sessionStorage.removeItem(place(name));
  } catch {
    // a browser without storage still plays
  }
}

export function draft(name: string, fallback = ''): string {
  try {
    return sessionStorage.getItem(place(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** The build of the server that this page came from, as it has written into it; nothing where a page came from elsewhere. */
export function ownBuild(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
}

/** Fetch the page anew; not twice for one build, should two servers of different builds answer by turns. */
export function reloadFor(match: string, reload: () => void = () => location.reload()): void {
  const name = `reloaded.${match}`;
  const minute = 60_000;
  if (Date.now() - Number(draft(name, '0')) < minute) return;
  keepDraft(name, String(Date.now()));
  reload();
}
