/**
 * As the `ref` of the bar: marks it while not all of its tabs are in sight. A mark on the element and not a state: nothing is drawn
 * differently by it but what the style sheet shows. Measured against the whole bar, so that what it shows takes no room that decides.
 */
export function markOverflow(bar: HTMLElement | null): (() => void) | undefined {
  const list = bar?.querySelector('ul');
  if (!bar || !list) return undefined;
  const measure = new ResizeObserver(() => {
    const wasOverflowing = bar.hasAttribute('data-overflowing');
    const isOverflowing = bar.toggleAttribute('data-overflowing', list.offsetWidth > bar.clientWidth);
    // What shows the overflow takes room from the tabs, and a fade lies over their end: the current one was in sight without them.
    if (isOverflowing && !wasOverflowing) list.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  measure.observe(bar);
  measure.observe(list);
  return () => measure.disconnect();
}
