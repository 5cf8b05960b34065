import { DEMO_BASE } from '#domain/demo/demo-words';

const isBeside = (href: string | null | undefined): href is string =>
  href !== null && href !== undefined && href.startsWith('/') && !href.startsWith('//') && !href.startsWith(`${DEMO_BASE}/`);

/** What the browser would open beside this tab is opened below the demo's address. */
function opens(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a[href]');
  const href = link?.getAttribute('href');
  if (!link || !isBeside(href) || link.hasAttribute('download')) return;
  const isOther = event.button === 1 || event.metaKey || event.ctrlKey || event.shiftKey || link.getAttribute('target') === '_blank';
  if (!isOther) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(href, '_blank', 'noopener');
}

/**
 * Links of the product name its addresses; those that the browser follows by itself, into another tab, have to lead below the demo's.
 * @param go follows one that nobody has followed
 */
export function followLinks(go: (href: string) => void): void {
  const own = window.open.bind(window);
  window.open = (address, ...rest) => own(isBeside(address?.toString()) ? `${DEMO_BASE}${address?.toString() ?? ''}` : address, ...rest);
  document.addEventListener('click', opens, { capture: true });
  document.addEventListener('auxclick', opens, { capture: true });
  document.addEventListener('click', (event) => {
    const href = (event.target as Element | null)?.closest?.('a[href]')?.getAttribute('href');
    if (event.defaultPrevented || !isBeside(href)) return;
    event.preventDefault();
    go(href);
  });
}
