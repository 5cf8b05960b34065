// oxlint-disable unicorn/consistent-function-scoping -- what runs in the page takes nothing with it from outside
import type { Page } from 'playwright-core';

export const GEOMETRY_KINDS = ['sideways', 'cut', 'overlap', 'small', 'outside'] as const;
export type GeometryKind = (typeof GEOMETRY_KINDS)[number];

/** Something that does not fit. */
export interface GeometryFault {
  readonly kind: GeometryKind;
  /** What it is about, as a reader of a report finds it. */
  readonly what: string;
  readonly detail: string;
}

interface Limits {
  /** Pixels by which rounding may be off. */
  readonly slack: number;
  /** The least that can be hit, where something else stands near. Source: WCAG 2.2, 2.5.8. */
  readonly target: number;
  /** The least that can be hit by itself. */
  readonly alone: number;
}

const LIMITS: Limits = { slack: 1.5, target: 24, alone: 20 };

/** As below, in the page that is open. @param within a selector; what lies outside of it is not looked at */
export const geometryFaults = (page: Page, within = 'body'): Promise<readonly GeometryFault[]> =>
  page.evaluate(faultsIn, [within, LIMITS] as const);

/**
 * Runs in the page, and takes nothing with it: the page or a part of it scrolls sideways; text is cut off without an ellipsis, or by a cell that stays; things to
 * press lie over each other, are too small to hit, or stand where nobody can scroll to.
 */
function faultsIn([within, { slack, target, alone }]: readonly [within: string, limits: Limits]): GeometryFault[] {
  const found: GeometryFault[] = [];
  const root = document.querySelector(within);
  if (!root) return [{ kind: 'outside', what: within, detail: 'is not there' }];
  const width = document.documentElement.clientWidth;
  const height = document.documentElement.clientHeight;
  const CONTROL =
    ':is(button, a[href], input:not([type="hidden"]), select, textarea, [role="button"], [role="tab"], [role="switch"], [role="menuitem"])';
  const NOT_NOW = ':is([hidden], [inert], [aria-hidden="true"])';

  const clip = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().slice(0, 60);
  const nameOf = (element: Element): string => {
    const told = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.getAttribute('placeholder');
    const place = element.closest('[role="dialog"], main, header, nav, footer, aside');
    const tag = element.tagName.toLowerCase();
    return `${tag} "${clip(element.textContent || told || element.getAttribute('name') || element.className)}"${place && place !== element ? ` in ${place.tagName.toLowerCase()}` : ''}`;
  };
  const isShown = (element: Element): boolean =>
    !element.closest(NOT_NOW) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const report = (kind: GeometryKind, element: Element, detail: string): void => void found.push({ kind, what: nameOf(element), detail });

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const above = (element: Element): Element[] => {
    const list: Element[] = [];
    for (let one = element.parentElement; one; one = one.parentElement) list.push(one);
    return list;
  };
  /** What a box is cut at: the nearest part that hides what stands over its edge, and whether one can scroll to it. */
  const edgeOf = (element: Element, inner: readonly Element[] = []): { readonly edge: Element | null; readonly scrolls: boolean } => {
    let isFixed = inner.length === 0 && styleOf(element).position === 'fixed';
    for (const one of [...inner, ...above(element)]) {
      if (isFixed) return { edge: null, scrolls: false };
      const { overflowX, position } = styleOf(one);
      if (one !== document.body && one !== document.documentElement) {
        if (overflowX === 'auto' || overflowX === 'scroll') return { edge: one, scrolls: true };
        if (overflowX === 'hidden' || overflowX === 'clip') return { edge: one, scrolls: false };
      }
      isFixed = position === 'fixed';
    }
    return { edge: null, scrolls: false };
  };
  /** Kept for assistive technology alone. */
  const isForVoices = (element: Element): boolean =>
    [element, ...above(element)].some((one) => {
      const { width: wide, height: high } = one.getBoundingClientRect();
      return (wide <= 2 && high <= 2) || (styleOf(one).clipPath !== 'none' && styleOf(one).position === 'absolute');
    });

  const lookSideways = (): void => {
    const over = document.documentElement.scrollWidth - width;
    if (over <= slack) return;
    const widest = [...root.querySelectorAll('*')].filter(isShown).find((one) => one.getBoundingClientRect().right > width + slack);
    found.push({ kind: 'sideways', what: widest ? nameOf(widest) : 'page', detail: `${Math.round(over)} px wider than the window` });
  };

  const lookAtText = (): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!node.textContent?.trim() || !holder || !isShown(holder) || holder.closest('svg, canvas, pre, [contenteditable="true"]'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || isForVoices(holder)) continue;
      const told = [holder, ...above(holder)].slice(0, 4);
      if (
        told.some((one) => styleOf(one).textOverflow === 'ellipsis' || styleOf(one).webkitLineClamp !== 'none' || one.hasAttribute('title'))
      )
        continue;
      const { edge, scrolls } = edgeOf(holder, [holder]);
      // A button beside the window is told of as that.
      if (scrolls || (!edge && holder.closest(CONTROL))) continue;
      const limit = edge?.getBoundingClientRect() ?? { left: 0, right: width, top: -Infinity, bottom: Infinity };
      // Nothing of it is seen.
      if (box.right <= limit.left || box.left >= limit.right || box.bottom <= limit.top || box.top >= limit.bottom) continue;
      const over = Math.max(limit.left - box.left, box.right - limit.right);
      if (over > slack) report('cut', holder, `${Math.round(over)} px of its text are cut off at the side`);
      else if (edge && ['hidden', 'clip'].includes(styleOf(edge).overflowY)) {
        const under = Math.max(limit.top - box.top, box.bottom - limit.bottom);
        // A line is higher than its letters.
        if (under > slack + 3) report('cut', holder, `${Math.round(under)} px of its text are cut off in height`);
      }
    }
  };

  /** Of a row that nobody has moved yet: what stands half below a cell that stays may be read as something else, 120 as 1. */
  const lookBelowCells = (): void => {
    const isCellThatStays = (one: Element): boolean => one.matches('td, th') && styleOf(one).position === 'sticky';
    for (const stays of [...root.querySelectorAll('td, th')].filter((one) => isCellThatStays(one) && isShown(one))) {
      const frame = edgeOf(stays).edge;
      if (!frame || frame.scrollLeft > 0) continue;
      const edge = frame.getBoundingClientRect();
      const over = stays.getBoundingClientRect();
      for (const cell of [...(stays.parentElement?.children ?? [])].filter((one) => one !== stays && !isCellThatStays(one))) {
        const within = cell.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(cell);
        const text = range.getBoundingClientRect();
        const [left, right] = [Math.max(text.left, within.left, edge.left), Math.min(text.right, within.right, edge.right)];
        const below = Math.min(right, over.right) - Math.max(left, over.left);
        if (text.width > 0 && below > slack && below < right - left - slack)
          report('cut', cell, `${Math.round(below)} px of it lie below a cell that stays`);
      }
    }
  };

  const lookAtHints = (): void => {
    const pen = document.createElement('canvas').getContext('2d');
    for (const input of root.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      if (!pen || input.value !== '' || !isShown(input) || input.placeholder === '') continue;
      const { font, paddingLeft, paddingRight, textOverflow } = styleOf(input);
      pen.font = font;
      const over = pen.measureText(input.placeholder).width - (input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
      if (over > slack && input.clientWidth > 0 && textOverflow !== 'ellipsis')
        report('cut', input, `${Math.round(over)} px of its hint are cut off`);
    }
  };

  /** What can be seen of a box inside of what cuts it. */
  const seenOf = (element: Element): DOMRect => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (const one of above(element)) {
      if (styleOf(element).position === 'fixed') break;
      if (one === document.body || one === document.documentElement || styleOf(one).overflowX === 'visible') continue;
      const edge = one.getBoundingClientRect();
      [left, top, right, bottom] = [
        Math.max(left, edge.left),
        Math.max(top, edge.top),
        Math.min(right, edge.right),
        Math.min(bottom, edge.bottom),
      ];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  /** What moves as one sheet over the rest. */
  const sheetOf = (element: Element): Element | null =>
    [element, ...above(element)].find(
      (one) => ['fixed', 'sticky'].includes(styleOf(one).position) || one.matches('dialog, [role="dialog"], [role="menu"]'),
    ) ?? null;
  const contains = (outer: DOMRect, inner: DOMRect): boolean =>
    outer.left <= inner.left + 1 && outer.right >= inner.right - 1 && outer.top <= inner.top + 1 && outer.bottom >= inner.bottom - 1;

  const controls = [...root.querySelectorAll(CONTROL)]
    .filter((one) => isShown(one) && !isForVoices(one))
    .map((element) => ({ element, box: seenOf(element), sheet: sheetOf(element) }))
    .filter(({ box }) => box.width > 0 && box.height > 0);

  const lookAtOverlaps = (): void => {
    const sorted = controls.toSorted((one, other) => one.box.top - other.box.top);
    sorted.forEach(({ element, box, sheet }, index) => {
      for (const other of sorted.slice(index + 1)) {
        if (other.box.top >= box.bottom) break;
        if (other.sheet !== sheet || element.contains(other.element) || other.element.contains(element)) continue;
        // A sign in a field, a link over a whole card: they lie there on purpose.
        if (contains(box, other.box) || contains(other.box, box)) continue;
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (wide > 2 && high > 2)
          report('overlap', element, `lies ${Math.round(wide)} × ${Math.round(high)} px over ${nameOf(other.element)}`);
      }
    });
  };

  /** In a sentence, or a box with words beside it that take a press as well. */
  const isLetOff = (element: Element): boolean => {
    if (styleOf(element).display === 'inline') return true;
    if (!(element instanceof HTMLInputElement)) return false;
    const label = element.closest('label') ?? element.labels?.[0];
    return label !== undefined && label !== null && label.getBoundingClientRect().height >= target - slack;
  };
  /** Whether whoever aims at its middle may hit another one. */
  const isCrowded = (element: Element, box: DOMRect): boolean => {
    const sheet = sheetOf(element);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return controls.some(({ element: other, box: near, sheet: its }) => {
      if (its !== sheet || other === element || other.contains(element) || element.contains(other)) return false;
      const away = Math.hypot(Math.max(near.left - x, 0, x - near.right), Math.max(near.top - y, 0, y - near.bottom));
      return away < target / 2;
    });
  };
  const lookAtSizes = (): void => {
    for (const { element } of controls) {
      const box = element.getBoundingClientRect();
      const least = Math.min(box.width, box.height);
      if (least >= target - 0.5 || isLetOff(element)) continue;
      // The same press counts on what lies around it.
      const around = element.closest('label, [data-action]')?.getBoundingClientRect();
      if (around && Math.min(around.width, around.height) >= target - 0.5) continue;
      if (least < alone - 0.5 || isCrowded(element, box))
        report('small', element, `${Math.round(box.width)} × ${Math.round(box.height)} px`);
    }
  };

  const lookOutside = (): void => {
    for (const element of root.querySelectorAll(CONTROL)) {
      if (!isShown(element) || isForVoices(element) || element.matches('.tp-skip-link, [href="#main"], [href="#content"]')) continue;
      const box = element.getBoundingClientRect();
      if (edgeOf(element).scrolls || box.width === 0) continue;
      const isOff = box.right > width + slack || box.left < -slack;
      const fixed = [element, ...above(element)].find((one) => styleOf(one).position === 'fixed');
      const canScroll = above(element).some((one) => ['auto', 'scroll'].includes(styleOf(one).overflowY) && !one.contains(fixed ?? null));
      const isBeyond = fixed !== undefined && !canScroll && (box.bottom > height + slack || box.top < -slack);
      if (isOff || isBeyond)
        report('outside', element, `stands at ${Math.round(box.left)}, ${Math.round(box.top)} in a window of ${width} × ${height}`);
    }
  };

  lookSideways();
  lookAtText();
  lookBelowCells();
  lookAtHints();
  lookAtOverlaps();
  lookAtSizes();
  lookOutside();
  return found.filter((one, index) => found.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index);
}

/** A line of a report. */
export const geometryLine = ({ kind, what, detail }: GeometryFault): string => `${kind}: ${what} ${detail}`;
