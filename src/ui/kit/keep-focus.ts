import { takeFocus, takeLostFocus } from './take-focus.ts';

/** Where the keyboard may go on: a part of the page. */
const PART = 'section, main';

const WINDOW = '[aria-modal="true"]';

/**
 * As the `ref` of a page whose buttons go with what they have done, or open one window after the other: the keyboard goes on where it was, or
 * else in the part of the page that the button stood in, and not before the first link of the page. Whoever has pointed elsewhere is left alone.
 */
export function keepFocus(page: HTMLElement | null): (() => void) | undefined {
  if (page === null) return undefined;
  /** What had the keyboard last, and the parts around it, the innermost first. */
  let places: readonly HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) places = [target, ...partsAround(target)];
  };
  const forget = (): void => {
    places = [];
  };
  // Windows lie beside the page, and often only close after the button that has opened them is gone.
  const goOn = (): void => {
    if (document.activeElement !== document.body || document.querySelector(WINDOW) !== null) return;
    const place = places.find(({ isConnected }) => isConnected);
    if (place?.matches(PART)) place.tabIndex = -1;
    takeFocus(place ?? null);
  };
  const observer = new MutationObserver(goOn);
  page.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
    observer.disconnect();
  };
}

function partsAround(element: Element): readonly HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PART) ?? null;
  return part === null ? [] : [part, ...partsAround(part)];
}

/** As the `ref` of what goes as a whole, such as a notice above the page: the page has the keyboard then. */
export const leaveFocus = (notice: HTMLElement | null): (() => void) => {
  const page = notice?.closest('main') ?? null;
  return () => queueMicrotask(() => takeLostFocus(page));
};
