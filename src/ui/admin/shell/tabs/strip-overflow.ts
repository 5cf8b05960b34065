/**
 * As the `ref` of the bar: marks it while not all of its tabs are in sight. A mark on the element and not a state: nothing is drawn
 * differently by it but what the style sheet shows. Measured against the whole bar, so that what it shows takes no room that decides.
 */
export function markOverflow(bar: HTMLElement | null): (() => void) | undefined {
  const list = bar?.querySelector('ul');
  const box = list?.parentElement;
  if (!bar || !list || !box) return undefined;
  let lackedPx = 0;
  const measure = new ResizeObserver(() => {
    const lacksPx = list.offsetWidth - bar.clientWidth;
    const isOverflowing = bar.toggleAttribute('data-overflowing', lacksPx > 0);
    // The current one was in sight before there was less room: by what shows the overflow, a name that came late, or a button beside the strip.
    if (isOverflowing && lacksPx > lackedPx) list.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    lackedPx = Math.max(0, lacksPx);
  });
  // Tabs are cut off at the beginning, too.
  const scroll = () => bar.toggleAttribute('data-scrolled', box.scrollLeft > 0);
  measure.observe(bar);
  measure.observe(list);
  box.addEventListener('scroll', scroll, { passive: true });
  return () => {
    measure.disconnect();
    box.removeEventListener('scroll', scroll);
  };
}
