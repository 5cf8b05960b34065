// oxlint-disable unicorn/consistent-function-scoping -- what runs in the page takes nothing with it from outside
import type { Page } from 'playwright-core';

/** What can be pressed or followed, unless the page itself says that it is not there now. */
const PRESSABLE = ':is(button, a[href], [role="button"], [role="link"], [role="tab"], [role="menuitem"], [role="switch"])';
const NOT_NOW =
  ':is([hidden], [inert], [aria-hidden="true"], :disabled, [aria-disabled="true"], [data-disabled], details:not([open]) > :not(summary))';

/**
 * Named buttons and links that nobody can press: no place on the page, hidden by the looks alone, or something else lies over their middle.
 * What shows itself to whoever comes by keyboard is in reach.
 * @param within a selector; what lies outside of it is not looked at
 * @param elsewhere what is left out, since at this width something else stands for it
 * @returns one line for each of them, with what is in the way
 */
export const outOfReach = (page: Page, within = 'body', elsewhere = ''): Promise<readonly string[]> =>
  page.evaluate(
    async ([root, pressable, notNow, aside]) => {
      const nameOf = (element: Element): string => {
        const labels = (element.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .flatMap((id) => document.getElementById(id)?.textContent ?? []);
        const told = element.getAttribute('aria-label') ?? (labels.join(' ') || (element.textContent ?? ''));
        return (told.trim() || (element.getAttribute('title') ?? '')).replace(/\s+/gu, ' ').slice(0, 60);
      };
      const coverOf = (element: HTMLElement): Element | null | undefined => {
        const box = element.getClientRects()[0];
        if (!box) return null;
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return hit && (element === hit || element.contains(hit)) ? undefined : hit;
      };
      /** @returns what is wrong; '' where a press would come to it */
      const trouble = (element: HTMLElement): string => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'is hidden';
        const { width, height } = element.getBoundingClientRect();
        if (width < 2 || height < 2) return 'has no size';
        if (coverOf(element) === undefined) return '';
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const cover = coverOf(element);
        if (cover === undefined) return '';
        return cover ? `is covered by ${cover.outerHTML.slice(0, 80)}` : 'lies outside the window';
      };
      const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const found: string[] = [];
      // A switch is drawn and pressed by its label.
      const placeOf = (element: HTMLElement): HTMLElement => (element instanceof HTMLInputElement && element.labels?.[0]) || element;
      for (const element of document.querySelectorAll<HTMLElement>(`${root} ${pressable}`)) {
        if (element.closest(notNow) || (aside !== '' && element.closest(aside)) || nameOf(element) === '') continue;
        if (trouble(placeOf(element)) === '') continue;
        const before = document.activeElement;
        element.focus();
        // What slides in does so from one frame to the next.
        await nextFrame();
        await nextFrame();
        const still = trouble(placeOf(element));
        element.blur();
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
        if (still !== '') found.push(`"${nameOf(element)}" ${still}`);
      }
      return found;
    },
    [within, PRESSABLE, NOT_NOW, elsewhere] as const,
  );
