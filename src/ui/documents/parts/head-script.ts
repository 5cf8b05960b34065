/**
 * Runs in the head of every document, before the first paint: who has chosen a language is led to the document in it, and the chosen
 * colours hold. It is the same text in each, so that the policy can name its hash; nothing of a site or a reader stands in it, and it
 * may use nothing that is declared outside of it.
 */
function enterDocument(): void {
  const root = document.documentElement;
  const key = 'storeConfig';
  const read = (name = key): Record<string, unknown> => {
    try {
      const stored = JSON.parse(localStorage.getItem(name) ?? 'null') as { version?: unknown; value?: unknown } | null;
      return stored?.version === 1 && typeof stored.value === 'object' && stored.value !== null ? { ...stored.value } : {};
    } catch {
      return {};
    }
  };
  const keep = (change: Record<string, unknown>): void => {
    try {
      localStorage.setItem(key, JSON.stringify({ version: 1, value: { ...read(), ...change } }));
    } catch {
      // What cannot be stored holds for this page.
    }
  };
  const { language, layout } = read() as { language?: unknown; layout?: { scheme?: unknown } };
  const { pathname, search, hash } = location;
  const here = root.lang === 'en' ? 'en' : 'zh-cn';
  const plain = here === 'en' ? pathname.slice(3) || '/' : pathname;
  // A draft is shown once, in the language that was asked for.
  const isPreview = /[?&]preview=/u.test(search);
  // A bookmark of the hash kind leads to the application.
  const there = /^#\/(?:admin|user)(?:[/?]|$)/u.test(hash)
    ? hash.slice(1)
    : !isPreview && (language === 'en' || language === 'zh-cn') && language !== here
      ? (language === 'en' ? `/en${plain === '/' ? '' : plain}` : plain) + search + hash
      : null;
  if (there !== null) {
    root.hidden = true;
    location.replace(there);
  }
  root.dataset['script'] = '';
  if (layout?.scheme === 'dark' || layout?.scheme === 'light') root.dataset['mantineColorScheme'] = layout.scheme;
  // The application goes on in the language of the page that led to it.
  const goOn = (path: string): void => {
    if (language === undefined && /^\/(?:admin|user|chat)(?:[/?]|$)/u.test(path)) keep({ language: here });
  };
  let pressed: HTMLElement | null = null;
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    // What only the script makes work is pressed again when that has come; whoever presses in vain does so more than once, and means it once.
    if (root.dataset['script'] === '') pressed = target.closest<HTMLElement>('[type=button]') ?? pressed;
    const link = target.closest('a');
    const chosen = link?.dataset['language'];
    if (chosen !== undefined) keep({ language: chosen });
    else if (link !== null) goOn(link.pathname);
  });
  addEventListener('submit', (event) => {
    if (event.target instanceof Element) goOn(event.target.getAttribute('action') ?? '');
  });
  const onload = (): void => pressed?.click();
  const bring = (): void => {
    const src = root.querySelector<HTMLMetaElement>('meta[name="script"]')?.content;
    if (src !== undefined) document.head.append(Object.assign(document.createElement('script'), { type: 'module', src, onload }));
  };
  // Nothing of the rest is seen by whoever is not signed in: it comes after the first painting. A window that nobody sees is not painted.
  const isKnown = ['userInfo', 'adminInfo'].some((name) => Boolean(read(name)['token']));
  addEventListener('DOMContentLoaded', () => {
    if (isKnown || document.hidden) bring();
    else requestAnimationFrame(() => setTimeout(bring));
  });
}

export const HEAD_SCRIPT = `(${enterDocument.toString()})()`;
