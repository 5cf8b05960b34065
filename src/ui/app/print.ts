import { timeTip } from '../kit/cells/time-text.ts';
import './print.css';

/** What the head of a printed page says of the site. */
export interface PrintedSite {
  readonly siteName: string;
}

/**
 * Prepares the page for paper: its head names the site, the address and the moment, since a sheet is read where no clock and no menu
 * stand beside it; and it is printed in the colours of paper, whichever are on the screen.
 */
export function preparePrint(siteOf: () => PrintedSite, nowMs: () => number): void {
  const head = document.createElement('p');
  head.id = 'tp-printed';
  const root = document.documentElement;
  let scheme: string | undefined;
  window.addEventListener('beforeprint', () => {
    head.replaceChildren(...[siteOf().siteName, timeTip(Math.floor(nowMs() / 1000)) ?? ''].map(span));
    document.body.prepend(head);
    scheme ??= root.dataset['mantineColorScheme'];
    root.dataset['mantineColorScheme'] = 'light';
  });
  window.addEventListener('afterprint', () => {
    head.remove();
    if (scheme !== undefined) root.dataset['mantineColorScheme'] = scheme;
    scheme = undefined;
  });
}

function span(text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}
