/** What a page's form is drawn of before the application is there, for each language and colours. It comes with the page as JSON. */
export interface EarlyForm {
  /** The page that is drawn. */
  readonly page: string;
  /** Keys of the browser's stores: whoever has something there is shown something else, which the application draws itself. */
  readonly unlessStored: { readonly local: string; readonly tab: string | null };
  /** Whether the form offers passkeys, which not every browser has. */
  readonly hasPasskeys: boolean;
  /** When the page says that the application has not come. */
  readonly lateMs: number;
  readonly languages: Readonly<Record<'zh-cn' | 'en', EarlyWords>>;
}

/** The page in one language. What differs between the colours stands in the middle. */
export interface EarlyWords {
  readonly title: string;
  readonly before: string;
  readonly light: string;
  readonly dark: string;
  readonly after: string;
  /** What is said where the application does not come, and the button that loads the page anew. */
  readonly late: string;
  readonly reload: string;
}

/**
 * Runs in the page as soon as its root stands, before the first paint: puts the form there that the application would draw, in the language and the
 * colours that were chosen. It keeps what is pressed until the application has taken over, and sends no form by itself: its address would hold the
 * password. It may use nothing that is declared outside of it.
 */
function showForm(): void {
  const root = document.querySelector<HTMLElement>('#root');
  const { page, unlessStored, hasPasskeys, lateMs, languages } = JSON.parse(
    document.querySelector('#early')?.textContent ?? '',
  ) as EarlyForm;
  const { local, tab } = unlessStored;
  // Where storage is forbidden this throws, and the application draws the page.
  if (!root || localStorage.getItem(local) !== null || (tab !== null && sessionStorage.getItem(tab) !== null)) return;
  if (hasPasskeys && typeof PublicKeyCredential === 'undefined') return;
  const { lang, dataset } = document.documentElement;
  const words = languages[lang === 'en' ? 'en' : 'zh-cn'];
  const isDark = (dataset['mantineColorScheme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  document.title = words.title;
  root.dataset['page'] = page;
  root.innerHTML = words.before + (isDark ? words.dark : words.light) + words.after;

  const fields = [...root.querySelectorAll('input')];
  const buttons = [...root.querySelectorAll('button')];
  // Whoever presses in vain does so more than once, and means it once.
  const pressed = new Set<number>();
  let focused: EventTarget | null = null;
  const press = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    event.preventDefault();
    const place = buttons.indexOf(button);
    pressed.delete(place);
    pressed.add(place);
    root.dataset['pressed'] = '';
  };
  const hold = (event: Event): void => {
    if (root.dataset['mounted'] === undefined) event.preventDefault();
  };
  const follow = ({ target }: Event): void => void (focused = fields.find((field) => field === target) ?? focused);
  root.addEventListener('click', press);
  root.addEventListener('submit', hold);
  root.addEventListener('focusin', follow);
  const notice = document.createElement('div');
  const warn = (): void => {
    if (notice.isConnected) return;
    notice.setAttribute('role', 'alert');
    // In the page, that it covers nothing; the colours of the application come with its script.
    notice.style.cssText =
      'position:sticky;top:0;z-index:9;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:center;padding:8px 16px;color:#fff;background:#26302c';
    const button = document.createElement('button');
    button.style.cssText =
      'min-height:44px;padding:0 16px;font:inherit;color:inherit;background:0;border:1px solid;border-radius:8px;cursor:pointer';
    button.textContent = words.reload;
    button.addEventListener('click', () => location.reload());
    document.body.prepend(notice);
    // What is put into an alert that stands is read out.
    notice.append(words.late, button);
  };
  const late = setTimeout(warn, lateMs);
  /** A part of the application that did not come. Errors of elements do not rise: they are seen on their way down. */
  const miss = ({ target }: Event): void => {
    if (target instanceof HTMLScriptElement && target.type === 'module') warn();
  };
  addEventListener('error', miss, true);
  const takeOver = (): void => {
    clearTimeout(late);
    removeEventListener('error', miss, true);
    notice.remove();
    root.removeEventListener('click', press);
    root.removeEventListener('submit', hold);
    root.removeEventListener('focusin', follow);
    delete root.dataset['pressed'];
    // Something that an extension of the browser has put into the form makes the application draw it anew: what was typed goes over.
    for (const field of fields) {
      const heir = field.isConnected ? null : root.querySelector<HTMLInputElement>(`input[name="${field.name}"]`);
      if (!heir) continue;
      heir.value = field.value;
      heir.checked = field.checked;
      if (field === focused) heir.focus();
    }
    const heirs = [...root.querySelectorAll('button')];
    for (const place of pressed) heirs[place]?.click();
    // Whoever is in the form already has come to it.
    const { activeElement } = document;
    if (activeElement && root.contains(activeElement)) activeElement.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };
  root.addEventListener('mounted', takeOver, { once: true });
}

export const EARLY_FORM_SCRIPT = `try{(${showForm.toString()})()}catch{}`;
