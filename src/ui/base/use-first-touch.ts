import { useEffect } from 'react';

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focusin'] as const;

/** A browser reports a pointer move when only the page below a resting pointer has changed. */
const isReal = (event: Event): boolean =>
  !(event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY);

/** Tells once that somebody is there: any key, pointer or focus move. */
export function useFirstTouch(onTouch: () => void): void {
  useEffect(() => {
    const leave = new AbortController();
    const notice = (event: Event) => {
      if (!isReal(event)) return;
      leave.abort();
      onTouch();
    };
    for (const sign of SIGNS) window.addEventListener(sign, notice, { passive: true, signal: leave.signal });
    return () => leave.abort();
  }, [onTouch]);
}
