import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EARLY_FORM_SCRIPT, type EarlyForm } from '#ui/app/early-form.ts';

const FIELDS =
  '<form><input name="name"><input name="keep" type="checkbox"><button type="button">show</button><button>send</button></form>';
const words = (title: string) => ({
  title,
  before: '<i>',
  light: 'light',
  dark: 'dark',
  after: `</i>${FIELDS}`,
  late: `${title} is late`,
  reload: 'Reload',
});
const FORM: EarlyForm = {
  page: 'adminLogin',
  unlessStored: { local: 'adminInfo', tab: 'draft' },
  hasPasskeys: false,
  lateMs: 9000,
  languages: { 'zh-cn': words('登录'), en: words('Sign in') },
};

const root = (): HTMLElement => document.querySelector<HTMLElement>('#root') ?? document.body;

/** What a form still waits for is over. */
const end = (): void => void root().dispatchEvent(new Event('mounted'));

/** Runs what the server writes into a page. */
function show(form: Partial<EarlyForm> = {}): void {
  end();
  document.body.innerHTML = `<div id="root"></div><script type="application/json" id="early">${JSON.stringify({ ...FORM, ...form })}</script>`;
  // Nothing is seen by it but what a page has.
  runInThisContext(EARLY_FORM_SCRIPT);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  document.documentElement.lang = '';
  delete document.documentElement.dataset['mantineColorScheme'];
});

it.each([
  ['zh-CN', undefined, '登录', 'light'],
  ['en', 'dark', 'Sign in', 'dark'],
] as const)('is shown in %s and in the colours %s', (lang, scheme, title, shown) => {
  document.documentElement.lang = lang;
  if (scheme) document.documentElement.dataset['mantineColorScheme'] = scheme;
  show();
  expect([document.title, root().dataset['page'], root().querySelector('i')?.textContent]).toEqual([title, 'adminLogin', shown]);
});

it('is shown to nobody who is signed in, has something unsaved, or keeps nothing', () => {
  localStorage.setItem('adminInfo', '{}');
  show();
  expect(root().childElementCount).toBe(0);
  localStorage.clear();
  sessionStorage.setItem('draft', '{}');
  show();
  expect(root().childElementCount).toBe(0);
  sessionStorage.clear();
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden');
    },
  });
  show();
  expect(root().childElementCount).toBe(0);
});

it('offers passkeys where the browser knows them alone', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  show({ hasPasskeys: true });
  expect(root().childElementCount).toBe(0);
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  show({ hasPasskeys: true });
  expect(root().childElementCount).toBe(2);
});

const said = (): (string | null)[] => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
const miss = (tag: string, type: string): void => {
  const element = document.body.appendChild(Object.assign(document.createElement(tag), { type }));
  element.dispatchEvent(new Event('error'));
  element.remove();
};

describe('where the application does not come', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says so after a while, once, in the language of the page, and no longer when it has come after all', () => {
    document.documentElement.lang = 'en';
    show();
    vi.advanceTimersByTime(8999);
    expect(said()).toEqual([]);
    vi.advanceTimersByTime(1);
    miss('script', 'module');
    expect(said()).toEqual(['Sign in is lateReload']);
    root().dispatchEvent(new Event('mounted'));
    expect(said()).toEqual([]);
  });

  it('says so at once where a script of it was refused, and of nothing else', () => {
    show();
    miss('script', 'text/javascript');
    miss('img', '');
    expect(said()).toEqual([]);
    miss('script', 'module');
    expect(said()).toEqual(['登录 is lateReload']);
  });

  it('says nothing once it has come', () => {
    show();
    root().dispatchEvent(new Event('mounted'));
    miss('script', 'module');
    vi.advanceTimersByTime(60_000);
    expect(said()).toEqual([]);
  });
});

const [showing, sending] = [() => root().querySelector('button[type=button]'), () => root().querySelector('button:not([type])')];
const press = (button: Element | null) => button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

it('sends nothing by itself, and does each thing that was pressed once, in the order of the last presses', () => {
  show();
  const submitted = vi.fn<(event: Event) => void>();
  root()
    .querySelector('form')
    ?.addEventListener('submit', (event) => submitted(event));
  press(sending());
  press(showing());
  press(sending());
  expect(submitted).not.toHaveBeenCalled();
  expect(root().dataset['pressed']).toBe('');
  const done: (string | null)[] = [];
  root().addEventListener('click', ({ target }) => done.push((target as Element).textContent));
  root().addEventListener('submit', (event) => event.preventDefault());
  root().dispatchEvent(new Event('mounted'));
  expect([done, submitted.mock.calls.length, root().dataset['pressed']]).toEqual([['show', 'send'], 1, undefined]);
  press(showing());
  expect(done).toEqual(['show', 'send', 'show']);
});

it('goes over into fields that stand in its place, with the focus', () => {
  show();
  const [name, keep] = root().querySelectorAll('input');
  if (!name || !keep) throw new Error('there are no fields');
  [name.value, keep.checked] = ['admin', true];
  name.focus();
  press(sending());
  root().innerHTML = FIELDS;
  const clicked = vi.fn<() => void>();
  sending()?.addEventListener('click', clicked);
  root().addEventListener('submit', (event) => event.preventDefault());
  root().dispatchEvent(new Event('mounted'));
  const [nameNow, keepNow] = root().querySelectorAll('input');
  expect([nameNow?.value, keepNow?.checked, document.activeElement === nameNow, clicked.mock.calls.length]).toEqual([
    'admin',
    true,
    true,
    1,
  ]);
});
