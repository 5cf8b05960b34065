/**
 * As the `ref` of what comes and goes beside the page: where a part of it goes that had the keyboard, the keyboard returns to where it came
 * from, or else to the page. Whoever has it elsewhere by then keeps it.
 */
export function returnFocus(area: HTMLElement | null): (() => void) | undefined {
  if (area === null) return undefined;
  let last: Element | null = null;
  let origin: HTMLElement | null = null;
  const follow = ({ target, relatedTarget }: FocusEvent): void => {
    last = target instanceof Element && area.contains(target) ? target : null;
    if (last && relatedTarget instanceof HTMLElement && !area.contains(relatedTarget)) origin = relatedTarget;
  };
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    const place = origin?.isConnected ? origin : document.querySelector<HTMLElement>('main');
    if (place?.localName === 'main') place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', follow);
  observer.observe(area, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', follow);
    observer.disconnect();
  };
}
