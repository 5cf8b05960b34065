// Few readers need these, and none before the page is drawn: they come with those of paper.
import './forced-colors.css';
import './print.css';

/** What the head of a printed page says of the site. */
export interface PrintedSite {
  readonly siteName: string;
  /** Of the site's clock; '' for the device's own. */
  readonly timeZone: string;
}

/** Of a language that writes times as the site does everywhere. */
const SORTABLE = 'sv-SE';

/** A moment on the site's clock, which it names. Written here: every page prints, and not every one has what lists show times with. */
const momentText = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat(SORTABLE, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'shortOffset',
    ...(timeZone !== '' && { timeZone }),
  })
    .format(ms)
    .replace(/GMT(?:\+0)?/u, 'UTC');

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
    const { siteName, timeZone } = siteOf();
    head.replaceChildren(...[siteName, momentText(nowMs(), timeZone)].map(span));
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
