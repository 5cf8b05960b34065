/**
 * Drags a row by its handle with mouse, pen or finger. It works on the elements alone: no row carries a listener or a hook for it,
 * and a table of a thousand rows costs nothing until somebody takes a handle.
 */
export interface RowDrag {
  /** The element with `data-id` that is dragged. */
  readonly row: HTMLElement;
  readonly handle: HTMLElement;
  readonly pointerId: number;
  /** Whether the row may take this one's place. */
  readonly isAllowed: (targetId: number) => boolean;
  readonly onDrop: (targetId: number) => void;
  /** Dropped on a page of the pager. */
  readonly onPageDrop?: (page: number) => void;
  /** Taken and let go where it was. */
  readonly onPress?: () => void;
}

/** Near the edge of the scrolling box it scrolls by itself. */
const EDGE_PX = 48;
const STEP_PX = 12;
/** A hand that presses is not quite still. */
const STILL_PX = 4;

const idOf = (row: HTMLElement): number => Number(row.dataset['id']);

export function startRowDrag({ row, handle, pointerId, isAllowed, onDrop, onPageDrop, onPress }: RowDrag): void {
  const id = idOf(row);
  const box = row.closest<HTMLElement>('[data-scroller]') ?? document.documentElement;
  let target: HTMLElement | null = null;
  let start: { readonly x: number; readonly y: number } | null = null;
  let hasMoved = false;
  let pull = 0;
  let frame = 0;

  const clear = () => target?.removeAttribute('data-drop');
  const aim = (x: number, y: number) => {
    const at = document.elementFromPoint(x, y);
    const page = at?.closest<HTMLButtonElement>('button[data-page]') ?? null;
    const under = at?.closest<HTMLElement>('[data-id]') ?? null;
    clear();
    if (page && !page.disabled && onPageDrop) {
      target = page;
      page.dataset['drop'] = 'page';
      return;
    }
    target = under !== row && under?.parentElement === row.parentElement ? under : null;
    if (!target) return;
    const isBelow = (row.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    target.dataset['drop'] = !isAllowed(idOf(target)) ? 'refused' : isBelow ? 'after' : 'before';
  };
  const scroll = () => {
    if (pull !== 0) box.scrollTop += pull;
    frame = requestAnimationFrame(scroll);
  };
  const move = (event: PointerEvent) => {
    start ??= { x: event.clientX, y: event.clientY };
    hasMoved ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PX;
    const edges = box.getBoundingClientRect();
    const bottom = Math.min(edges.bottom, window.innerHeight);
    pull = event.clientY > bottom - EDGE_PX ? STEP_PX : event.clientY < Math.max(0, edges.top) + EDGE_PX ? -STEP_PX : 0;
    aim(event.clientX, event.clientY);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    clear();
    row.removeAttribute('data-dragged');
    listening.abort();
  };
  const drop = () => {
    const aimed = target;
    end();
    if (!aimed && !hasMoved) onPress?.();
    else if (aimed?.dataset['page'] !== undefined) onPageDrop?.(Number(aimed.dataset['page']));
    else if (aimed && idOf(aimed) !== id) onDrop(idOf(aimed));
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
  };

  const listening = new AbortController();
  const options = { signal: listening.signal };
  handle.setPointerCapture(pointerId);
  row.dataset['dragged'] = '';
  // Heard beyond the handle: the list may be read anew, and its row be gone, before the pointer is let go.
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', drop, options);
  window.addEventListener('pointercancel', end, options);
  window.addEventListener('keydown', cancel, options);
  frame = requestAnimationFrame(scroll);
}
