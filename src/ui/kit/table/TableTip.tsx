import { type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './base/table.module.css';

/** Below or above the element, and inside the window. */
function place(tip: HTMLElement, anchor: Element): void {
  const { left, bottom, top } = anchor.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(left, window.innerWidth - tip.offsetWidth - 8))}px`;
  const isRoom = bottom + 6 + tip.offsetHeight < window.innerHeight;
  tip.style.top = `${isRoom ? bottom + 6 : top - tip.offsetHeight - 6}px`;
}

/** What the tip says about an element: its own tip, or the text that is cut off. */
function tipText(anchor: HTMLElement): string {
  const own = anchor.dataset['tip'];
  if (own) return own;
  return anchor.scrollWidth > anchor.clientWidth ? anchor.innerText : '';
}

/**
 * One tip for everything inside: it reveals clipped texts and names the icons. It touches the element alone, so that moving over a
 * table draws nothing again. Source: performance.md, "Tables".
 */
export function TableTip({ children }: { readonly children: ReactNode }) {
  const tip = useRef<HTMLDivElement>(null);
  const hide = () => {
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover();
  };
  const show = (event: PointerEvent) => {
    hide();
    const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip], [data-clip]') : null;
    const text = anchor && event.pointerType !== 'touch' && event.buttons === 0 ? tipText(anchor) : '';
    if (!tip.current || !anchor || text === '') return;
    tip.current.textContent = text;
    tip.current.showPopover();
    place(tip.current, anchor);
  };
  return (
    <div className={classes.tipArea} onPointerOver={show} onPointerLeave={hide} onPointerDown={hide} onWheel={hide}>
      {children}
      <div ref={tip} popover="manual" className={classes.tooltip} aria-hidden />
    </div>
  );
}
