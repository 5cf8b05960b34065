import type { KeyboardEvent, PointerEvent as ReactPointerEvent } from 'react';
import { selectFieldPaletteIsByKeyboard, type Carried, type FieldPaletteRef } from '#machines/designer/field-palette.machine';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { selectFieldKeys, selectPlaceOfNew } from '#machines/designer/section-designer.selectors';

/** What is carried, to which list, and where it stands before. */
export interface Carrying {
  readonly designer: SectionDesignerRef;
  readonly palette: FieldPaletteRef;
  readonly carried: Carried;
}

/** A hand that presses is not quite still. */
const STILL_PX = 4;
const EDGE_PX = 48;
const STEP_PX = 12;

const placesFor = ({ designer, carried }: Carrying): { readonly at: number; readonly places: number } => {
  const snapshot = designer.getSnapshot();
  const keys = selectFieldKeys(snapshot);
  if ('key' in carried) return { at: keys.indexOf(carried.key), places: keys.length };
  return { at: selectPlaceOfNew(snapshot), places: keys.length + 1 };
};

/** The place of the list that a pointer is over: among the others, below all whose middle is above it; null beside the list. */
function placeUnder(carried: Carried, x: number, y: number): number | null {
  const list = document.querySelector<HTMLElement>('[data-field-list]');
  const box = list?.getBoundingClientRect();
  if (!list || !box || x < box.left || x > box.right || y < box.top - EDGE_PX || y > box.bottom + EDGE_PX) return null;
  const others = [...list.querySelectorAll<HTMLElement>('[data-field]')].filter(
    ({ dataset }) => !('key' in carried) || dataset['field'] !== carried.key,
  );
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height / 2;
  }).length;
}

/** What scrolls the list of fields: the page of the shell, or the window where it stands alone. */
function scrollingBox(element: Element | null): Element | Window {
  if (!element) return window;
  const { overflowY } = getComputedStyle(element);
  return /auto|scroll/u.test(overflowY) && element.scrollHeight > element.clientHeight ? element : scrollingBox(element.parentElement);
}

const edgesOf = (box: Element | Window): { readonly top: number; readonly bottom: number } =>
  box instanceof Element ? box.getBoundingClientRect() : { top: 0, bottom: window.innerHeight };

/**
 * Carries a field with mouse, pen or finger. Where it would be put is the palette's; what follows the pointer is a copy of its name.
 * @param onPress taken and let go where it was
 */
export function carryByPointer(event: ReactPointerEvent<HTMLElement>, carrying: Carrying, onPress?: () => void): void {
  if (event.button !== 0) return;
  const { palette, carried } = carrying;
  const handle = event.currentTarget;
  const [startX, startY] = [event.clientX, event.clientY];
  let isLifted = false;
  let isOver = false;
  let pull = 0;
  let frame = 0;
  const box = scrollingBox(document.querySelector('[data-field-list]'));
  const ghost = document.createElement('div');
  const listening = new AbortController();
  const end = (): void => {
    cancelAnimationFrame(frame);
    ghost.remove();
    listening.abort();
  };
  const scroll = (): void => {
    if (pull !== 0) box.scrollBy(0, pull);
    frame = requestAnimationFrame(scroll);
  };
  const lift = (): void => {
    isLifted = true;
    palette.send({ type: 'palette.lifted', carried, by: 'pointer', ...placesFor(carrying) });
    ghost.textContent = handle.dataset['name'] ?? '';
    ghost.dataset['ghost'] = '';
    document.body.append(ghost);
    frame = requestAnimationFrame(scroll);
  };
  const move = (moved: PointerEvent): void => {
    if (!isLifted && Math.hypot(moved.clientX - startX, moved.clientY - startY) <= STILL_PX) return;
    if (!isLifted) lift();
    ghost.style.translate = `${moved.clientX + 12}px ${moved.clientY + 8}px`;
    const { top, bottom } = edgesOf(box);
    pull = moved.clientY > bottom - EDGE_PX ? STEP_PX : moved.clientY < top + EDGE_PX ? -STEP_PX : 0;
    const at = placeUnder(carried, moved.clientX, moved.clientY);
    isOver = at !== null;
    ghost.dataset['over'] = String(isOver);
    if (at !== null) palette.send({ type: 'palette.movedTo', at });
  };
  const drop = (): void => {
    end();
    if (isLifted) palette.send({ type: isOver ? 'palette.dropped' : 'palette.cancelled' });
    else onPress?.();
  };
  const cancel = (): void => {
    end();
    if (isLifted) palette.send({ type: 'palette.cancelled' });
  };
  const options = { signal: listening.signal };
  handle.setPointerCapture(event.pointerId);
  // Heard beyond the handle: its row may be gone before the pointer is let go.
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', drop, options);
  window.addEventListener('pointercancel', cancel, options);
  window.addEventListener('keydown', (key) => key.key === 'Escape' && cancel(), options);
}

/** Space lifts, arrows carry, Space or Enter puts down, Escape leaves all as it was. */
export function carryByKeyboard(event: KeyboardEvent<HTMLElement>, carrying: Carrying): void {
  const { palette, carried } = carrying;
  const isCarrying = selectFieldPaletteIsByKeyboard(palette.getSnapshot());
  const wish = keyWish(event.key, isCarrying);
  if (!wish) return;
  event.preventDefault();
  event.stopPropagation();
  if (wish === 'lift') palette.send({ type: 'palette.lifted', carried, by: 'keyboard', ...placesFor(carrying) });
  else if (wish === 'drop') palette.send({ type: 'palette.dropped' });
  else if (wish === 'cancel') palette.send({ type: 'palette.cancelled' });
  else palette.send({ type: 'palette.movedBy', places: wish });
}

function keyWish(key: string, isCarrying: boolean): 'lift' | 'drop' | 'cancel' | number | null {
  if (!isCarrying) return key === ' ' ? 'lift' : null;
  switch (key) {
    case ' ':
    case 'Enter':
      return 'drop';
    case 'Escape':
    case 'Tab':
      return 'cancel';
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'Home':
      return -100;
    case 'End':
      return 100;
    default:
      return null;
  }
}
