import { useInsertionEffect, useLayoutEffect, useRef } from 'react';

/** The keyboard goes on where it was once what was inert is live again, unless it has gone elsewhere by then. */
export function useKeptFocus(isInert: boolean): void {
  const focused = useRef<Element | null>(null);
  // In the step of drawing that makes the element inert: a browser takes the focus away afterwards.
  useInsertionEffect(() => {
    if (isInert) focused.current = document.activeElement;
  }, [isInert]);
  useLayoutEffect(() => {
    const before = focused.current;
    if (isInert || !(before instanceof HTMLElement)) return;
    focused.current = null;
    if (before.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true });
  }, [isInert]);
}
