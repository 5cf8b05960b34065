/**
 * Carries a card with mouse, pen or finger. It works on the element alone, so that a board of hundreds of cards draws nothing while one is
 * carried; what the card is over is told when it becomes another.
 */
export interface CardDrag {
  readonly card: HTMLElement;
  readonly pointerId: number;
  readonly onLift: () => void;
  /** The state of the column that it is over; null where it is over none. */
  readonly onOver: (state: string | null) => void;
  readonly onDrop: () => void;
  readonly onPutBack: () => void;
}

/** A hand that presses is not quite still. */
const STILL_PX = 4;
/** Near the edge of the scrolling box it scrolls by itself. */
const EDGE_PX = 56;
const STEP_PX = 14;

export function startCardDrag({ card, pointerId, onLift, onOver, onDrop, onPutBack }: CardDrag): void {
  const box = card.closest<HTMLElement>('[data-board]');
  const listening = new AbortController();
  let start: { readonly x: number; readonly y: number } | null = null;
  let scrolled = 0;
  let isLifted = false;
  let over: string | null | undefined;
  let pull = 0;
  let frame = 0;

  const move = (event: PointerEvent) => {
    start ??= { x: event.clientX, y: event.clientY };
    const [byX, byY] = [event.clientX - start.x, event.clientY - start.y];
    if (!isLifted) {
      if (Math.hypot(byX, byY) <= STILL_PX) return;
      isLifted = true;
      card.setPointerCapture(pointerId);
      card.dataset['carried'] = '';
      scrolled = box?.scrollLeft ?? 0;
      frame = requestAnimationFrame(scroll);
      onLift();
    }
    const shift = (box?.scrollLeft ?? 0) - scrolled;
    card.style.transform = `translate(${byX + shift}px, ${byY}px) rotate(1deg)`;
    const edges = box?.getBoundingClientRect();
    pull = !edges ? 0 : event.clientX > edges.right - EDGE_PX ? STEP_PX : event.clientX < edges.left + EDGE_PX ? -STEP_PX : 0;
    // The card itself lets the pointer through.
    const at = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-state]') ?? null;
    const state = at?.dataset['state'] ?? null;
    if (state !== over) onOver((over = state));
  };
  const scroll = () => {
    if (pull !== 0 && box) box.scrollLeft += pull;
    frame = requestAnimationFrame(scroll);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    card.removeAttribute('data-carried');
    card.style.removeProperty('transform');
    listening.abort();
  };
  const finish = (then: () => void) => () => {
    const wasLifted = isLifted;
    end();
    if (wasLifted) then();
  };

  const options = { signal: listening.signal };
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', finish(onDrop), options);
  window.addEventListener('pointercancel', finish(onPutBack), options);
  window.addEventListener('keydown', (event) => event.key === 'Escape' && finish(onPutBack)(), options);
}
