const origins = new WeakMap<Element, Element | null>();

/**
 * A part of what comes and goes beside the page has got the keyboard: where it goes while it has it, the keyboard returns to where it came
 * from, or else to the page. Whoever has it elsewhere by then keeps it.
 * @param from what had it before
 */
function returnFocus(area: Element, part: Element, from: EventTarget | null): void {
  if (from instanceof HTMLElement && !area.contains(from)) origins.set(area, from);
  const look = (): void => {
    if (part.isConnected) return;
    observer.disconnect();
    if (document.activeElement !== document.body) return;
    const origin = origins.get(area);
    const place = origin?.isConnected ? origin : document.querySelector('main');
    if (!(place instanceof HTMLElement)) return;
    if (place.localName === 'main') place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(area, { childList: true, subtree: true });
  // What goes is left as well: then the observer comes first.
  part.addEventListener('blur', () => setTimeout(() => part.isConnected && observer.disconnect()), { once: true });
  look();
}

const follow = ({ target, relatedTarget }: FocusEvent): void => {
  const area = target instanceof Element ? target.closest('[data-returns]') : null;
  if (area) returnFocus(area, target as Element, relatedTarget);
};

/** From now on the keyboard returns from parts that come and go beside the page, which say so by `data-returns`. @returns what ends that */
export function startReturns(): () => void {
  document.addEventListener('focusin', follow);
  return () => document.removeEventListener('focusin', follow);
}
