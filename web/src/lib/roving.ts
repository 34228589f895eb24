/** A list that is one stop of the Tab key; arrows, Home and End go through it. */
export function roving(list: HTMLElement, selector: string): { destroy: () => void } {
  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(selector)];
  const settle = (chosen?: HTMLElement): void => {
    const all = items();
    const stop = chosen ?? all.find((item) => item === document.activeElement) ?? all.find((item) => item.tabIndex === 0) ?? all[0];
    for (const item of all) if (item.tabIndex !== (item === stop ? 0 : -1)) item.tabIndex = item === stop ? 0 : -1;
  };
  const onkey = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    const next = to === undefined ? undefined : all[Math.min(all.length - 1, Math.max(0, to))];
    if (!next) return;
    settle(next);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const onfocus = (event: FocusEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>(selector);
    if (item) settle(item);
  };
  const watch = new MutationObserver(() => settle());
  watch.observe(list, { childList: true, subtree: true });
  list.addEventListener('keydown', onkey);
  list.addEventListener('focusin', onfocus);
  settle();
  return { destroy: () => watch.disconnect() };
}
