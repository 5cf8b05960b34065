import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { timeTip } from '../cells/time-text.ts';
import classes from './base/table.module.css';

/** Below or above the element, and inside the window. */
function place(tip: HTMLElement, anchor: Element): void {
  const { left, bottom, top } = anchor.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(left, window.innerWidth - tip.offsetWidth - 8))}px`;
  const isRoom = bottom + 6 + tip.offsetHeight < window.innerHeight;
  tip.style.top = `${isRoom ? bottom + 6 : top - tip.offsetHeight - 6}px`;
}

/** Most are cut at the end of their line, some after several lines. */
const isClipped = (element: HTMLElement): boolean =>
  element.dataset['clip'] === 'lines' ? element.scrollHeight > element.clientHeight : element.scrollWidth > element.clientWidth;

const clippedText = (element: HTMLElement): string => (isClipped(element) ? element.innerText : '');

const ANCHOR = '[data-tip], [data-clip], time:not([title])';

/** What the tip says about an element: its own tip, the moment in full, which nobody need write before it is asked for, or the text that is cut off. */
function tipText(anchor: HTMLElement): string {
  const moment = anchor instanceof HTMLTimeElement ? timeTip(Date.parse(anchor.dateTime) / 1000) : null;
  return anchor.dataset['tip'] || moment || clippedText(anchor);
}

/** All that a row cuts off, a line each. */
const rowText = (row: HTMLElement): string =>
  [...row.querySelectorAll<HTMLElement>('[data-clip]')]
    .map(clippedText)
    .filter((text) => text !== '')
    .join('\n');

/**
 * One tip for everything inside: it reveals clipped texts and names the icons; for the keyboard, all that the row it has come to cuts
 * off. It touches the element alone, so that moving over a table draws nothing again. Source: performance.md, "Tables".
 */
export function TableTip({ children }: { readonly children: ReactNode }) {
  const tip = useRef<HTMLDivElement>(null);
  const hide = () => {
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover();
  };
  const show = (anchor: HTMLElement, text: string) => {
    hide();
    if (!tip.current || text === '') return;
    tip.current.textContent = text;
    tip.current.showPopover();
    place(tip.current, anchor);
  };
  const point = (event: PointerEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>(ANCHOR) : null;
    if (anchor && event.pointerType !== 'touch' && event.buttons === 0) show(anchor, tipText(anchor));
    else hide();
  };
  const focus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return hide();
    if (target.dataset['id'] !== undefined) show(target, rowText(target));
    else if (target.matches(ANCHOR)) show(target, tipText(target));
    else hide();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide();
  };
  return (
    // It does nothing itself: it hears where pointer and keyboard are among what can be pressed inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.tipArea}
      onPointerOver={point}
      onPointerLeave={hide}
      onPointerDown={hide}
      onWheel={hide}
      onFocus={focus}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children}
      <div ref={tip} popover="manual" className={classes.tooltip} aria-hidden />
    </div>
  );
}
