/** What ends the search for a place that has not been reached yet: the person goes somewhere else. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

interface KeptScroll {
  /** The page inside the scrolling box. */
  readonly page: HTMLElement;
  readonly scrolledPx: number;
  readonly onLeft: (scrolledPx: number) => void;
}

/**
 * Brings a page back to where it was left, as soon as it has grown so long, and says where it is left.
 * @returns to be called while the page is still there
 */
export function keepScroll({ page, scrolledPx, onLeft }: KeptScroll): () => void {
  const box = page.parentElement;
  if (!box) return () => {};
  const reach = () => {
    box.scrollTop = scrolledPx;
    if (Math.ceil(box.scrollTop) >= Math.floor(scrolledPx)) stop();
  };
  let isReached = false;
  const growing = new ResizeObserver(reach);
  const listening = new AbortController();
  const stop = () => {
    isReached = true;
    growing.disconnect();
    listening.abort();
  };
  reach();
  if (!isReached) {
    for (const child of [page, ...page.children]) growing.observe(child);
    for (const way of OWN_WAYS) window.addEventListener(way, stop, { signal: listening.signal, passive: true });
  }
  return () => {
    const isThere = isReached;
    stop();
    onLeft(isThere ? box.scrollTop : scrolledPx);
  };
}
