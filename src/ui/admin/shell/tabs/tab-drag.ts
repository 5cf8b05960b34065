/**
 * Drags a tab along the strip with mouse, pen or a finger that rests on it first. It works on the elements alone, as the drag of a row
 * does: the tab follows the pointer, its neighbours make room, and nothing is drawn again before it is dropped.
 */
export interface TabDrag {
  /** The item of the strip. */
  readonly tab: HTMLElement;
  readonly pointer: Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX'>;
  /** @param to place in the whole strip, counted from 0 */
  readonly onDrop: (to: number) => void;
}

/** A press that moves less is a click. */
const START_PX = 5;
/** How long a finger rests before it drags instead of scrolling. */
const HOLD_MS = 300;
/** Near an edge of the strip it scrolls by itself. */
const EDGE_PX = 40;
const STEP_PX = 8;

interface Stretch {
  readonly tab: HTMLElement;
  readonly leftPx: number;
  readonly widthPx: number;
}

/** The tabs that may change places with this one: pinned ones among themselves, the others too. */
function kinOf(tab: HTMLElement): readonly Stretch[] {
  const all = [...(tab.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement);
  return all
    .filter((one) => one.hasAttribute('data-pinned') === tab.hasAttribute('data-pinned'))
    .map((one) => ({ tab: one, leftPx: one.offsetLeft, widthPx: one.offsetWidth }));
}

export function startTabDrag({ tab, pointer: { pointerId, pointerType, clientX: startX }, onDrop }: TabDrag): void {
  const box = tab.closest<HTMLElement>('[data-tab-scroller]');
  const startScroll = box?.scrollLeft ?? 0;
  const kin = kinOf(tab);
  const from = kin.findIndex((one) => one.tab === tab);
  const [own, first, last] = [kin[from], kin[0], kin.at(-1)];
  if (!own || !first || !last) return;
  const gapPx = (kin[1]?.leftPx ?? 0) - first.leftPx - first.widthPx;
  const firstPlace = [...(tab.parentElement?.children ?? [])].indexOf(first.tab);
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let isLifted = false;
  let hasMoved = false;
  let to = from;
  let x = startX;
  let pull = 0;
  let frame = 0;

  const draw = () => {
    const byPx = x - startX + (box?.scrollLeft ?? 0) - startScroll;
    const moved = Math.min(Math.max(byPx, first.leftPx - own.leftPx), last.leftPx + last.widthPx - own.leftPx - own.widthPx);
    // Its leading edge decides, so that a wide one gets past a narrow one at the very end.
    const [left, right] = [own.leftPx + moved, own.leftPx + moved + own.widthPx];
    to = kin.filter((one, index) => one !== own && one.leftPx + one.widthPx / 2 < (index < from ? left : right)).length;
    tab.style.translate = `${moved}px`;
    kin.forEach((one, index) => {
      if (one === own) return;
      const shift = index > from && index <= to ? -1 : index < from && index >= to ? 1 : 0;
      one.tab.style.translate = shift === 0 ? '' : `${shift * (own.widthPx + gapPx)}px`;
    });
  };
  const scroll = () => {
    if (box && pull !== 0) {
      box.scrollLeft += pull;
      draw();
    }
    frame = requestAnimationFrame(scroll);
  };
  const lift = () => {
    isLifted = true;
    tab.setPointerCapture(pointerId);
    tab.dataset['dragged'] = '';
    tab.parentElement?.setAttribute('data-dragging', '');
    frame = requestAnimationFrame(scroll);
  };
  const end = () => {
    clearTimeout(hold);
    cancelAnimationFrame(frame);
    listening.abort();
    tab.removeAttribute('data-dragged');
    tab.parentElement?.removeAttribute('data-dragging');
    for (const one of kin) one.tab.style.translate = '';
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    x = event.clientX;
    if (!isLifted) {
      if (Math.abs(x - startX) < START_PX) return;
      // A finger that moves at once scrolls.
      if (pointerType === 'touch') return end();
      lift();
    }
    hasMoved ||= Math.abs(x - startX) >= START_PX;
    const edges = box?.getBoundingClientRect();
    pull = !edges || tab.hasAttribute('data-pinned') ? 0 : x > edges.right - EDGE_PX ? STEP_PX : x < edges.left + EDGE_PX ? -STEP_PX : 0;
    draw();
  };
  const drop = () => {
    const isDropped = hasMoved;
    end();
    if (!isDropped) return;
    // What follows is the click of a link that was not meant.
    tab.addEventListener('click', hush, { capture: true, once: true });
    setTimeout(() => tab.removeEventListener('click', hush, { capture: true }));
    if (to !== from) onDrop(firstPlace + to);
  };
  const hold = pointerType === 'touch' ? setTimeout(lift, HOLD_MS) : undefined;

  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', drop, options);
  window.addEventListener('pointercancel', end, options);
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), options);
  // Not passive: a strip that scrolls would take the finger away.
  tab.addEventListener('touchmove', (event) => isLifted && event.preventDefault(), { ...options, passive: false });
  // A long press opens the menu, unless the tab is on its way.
  tab.addEventListener('contextmenu', (event) => (hasMoved ? hush(event) : end()), { ...options, capture: true });
}

function hush(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
