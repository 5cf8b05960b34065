import { greetingAt } from '#domain/base/greeting';

/**
 * All that documents do in a browser beside what HTML does by itself: the choice of colours, who is signed in, menus that close, and pages
 * fetched before they are asked for. Everything can be used without it.
 */
const root = document.documentElement;
const GREETING_LOOK_MS = 30_000;

function stored(key: string): Readonly<Record<string, unknown>> | null {
  try {
    const slice = JSON.parse(localStorage.getItem(key) ?? 'null') as { version?: unknown; value?: unknown } | null;
    return slice?.version === 1 && typeof slice.value === 'object' ? (slice.value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

const isDark = (): boolean =>
  (root.dataset['mantineColorScheme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';

function followScheme(button: HTMLButtonElement): void {
  const label = (): void => button.setAttribute('aria-label', button.dataset[isDark() ? 'toLight' : 'toDark'] ?? '');
  label();
  button.addEventListener('click', () => {
    const scheme = isDark() ? 'light' : 'dark';
    root.dataset['mantineColorScheme'] = scheme;
    label();
    const config = stored('storeConfig') ?? {};
    const layout = { ...(config['layout'] as object | undefined), scheme };
    try {
      localStorage.setItem('storeConfig', JSON.stringify({ version: 1, value: { ...config, layout } }));
    } catch {
      // What cannot be stored holds for this page.
    }
  });
}

/** The member who is signed in stands where the sign-in was, and is greeted by the hour. */
function showAccount(link: HTMLAnchorElement): void {
  const isMember = link.dataset['account'] === 'member';
  const info = stored(isMember ? 'userInfo' : 'adminInfo');
  if (info === null || typeof info['token'] !== 'string' || info['token'] === '') return;
  const name = [info['nickname'], info['username']].find((one) => typeof one === 'string' && one !== '') as string | undefined;
  if (name === undefined) return;
  const label = link.querySelector('span');
  if (label) label.textContent = name;
  const avatar = info['avatar'];
  if (typeof avatar === 'string' && /^(?:\/(?!\/)|https?:)/u.test(avatar)) {
    const image = Object.assign(new Image(22, 22), { src: avatar, alt: '' });
    image.addEventListener('error', () => image.remove());
    link.prepend(image);
  }
  const place = document.querySelector<HTMLElement>('[data-greeting]');
  if (!place || !isMember) return;
  const words = JSON.parse(place.dataset['words'] ?? '{}') as Readonly<Record<string, string>>;
  const greet = (): void => {
    place.textContent = (words[greetingAt(new Date().getHours())] ?? '').replace('{{name}}', () => name);
  };
  greet();
  setInterval(greet, GREETING_LOOK_MS);
}

/** One menu at a time; a press beside it and Escape close it. */
function closeMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>('details[data-menu]')];
  const close = (but: Node | null): void => {
    for (const menu of menus) if (menu.open && !menu.contains(but)) menu.open = false;
  };
  addEventListener('click', ({ target }) => close(target as Node));
  addEventListener('keydown', ({ key }) => {
    const open = menus.find((menu) => menu.open);
    if (key !== 'Escape' || !open) return;
    open.open = false;
    open.querySelector('summary')?.focus();
  });
}

/** The next document comes while the pointer still rests on its link. */
function fetchAhead(): void {
  const known = new Set([location.pathname]);
  const look = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || known.has(link.pathname) || link.dataset['language'] !== undefined) return;
    if (/^\/(?:admin|user|chat|api|storage)(?:\/|$)/u.test(link.pathname)) return;
    known.add(link.pathname);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: link.href }));
  };
  addEventListener('pointerover', look, { passive: true });
  addEventListener('touchstart', look, { passive: true });
}

/** A chart that is played: each press goes to the state that its button names. */
function playChart(chart: HTMLElement): void {
  const all = (selector: string) => [...chart.querySelectorAll<HTMLElement>(selector)];
  const [states, lines, ways] = [all('[data-state]'), all('[data-way]'), all('[data-from]')];
  const enter = (state: string): void => {
    for (const one of states) one.toggleAttribute('data-on', one.dataset['state'] === state);
    for (const one of lines) one.toggleAttribute('data-on', one.dataset['way'] === state);
    for (const one of ways) one.hidden = one.dataset['from'] !== state;
    const now = chart.querySelector('[data-now]');
    if (now) now.textContent = states.find((one) => one.dataset['state'] === state)?.textContent ?? '';
    // The button that was pressed is gone: the keyboard goes on with the first of those that came.
    ways
      .find((one) => !one.hidden)
      ?.querySelector('button')
      ?.focus({ preventScroll: true });
  };
  chart.addEventListener('click', ({ target }) => {
    const to = target instanceof Element ? target.closest('button')?.dataset['to'] : undefined;
    if (to !== undefined) enter(to);
  });
}

function leaveQuestion(question: unknown): void {
  try {
    sessionStorage.setItem('storeChatAsked', JSON.stringify({ version: 1, value: question }));
  } catch {
    // What cannot be stored waits in the box of the chat.
  }
}

/** What is asked here goes out as soon as the chat is there, which finds the same words in this tab; those of a link from elsewhere wait for a press. */
function askFrom(place: HTMLElement): void {
  place.addEventListener('submit', ({ target }) => leaveQuestion(new FormData(target as HTMLFormElement).get('q')));
  place.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link) leaveQuestion(new URLSearchParams(link.search).get('q'));
  });
}

/**
 * What sends a form comes when somebody begins with it. A press that is faster waits for it; where it does not come, the form says so,
 * keeps what was typed, and tries again at the next press.
 */
function wakeForm(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  if (button) button.disabled = false;
  let coming: Promise<void> | null = null;
  let isPressed = false;
  const press = (event: Event): void => {
    event.preventDefault();
    isPressed = true;
    wake();
  };
  const bring = async (): Promise<void> => {
    try {
      const { runPublicForm } = await import('./forms/public-form.ts');
      runPublicForm(form);
      form.removeEventListener('submit', press);
      if (isPressed) form.requestSubmit();
    } catch {
      coming = null;
      const status = form.querySelector<HTMLElement>('[data-status]');
      const { said } = JSON.parse(form.dataset['sends'] ?? '{}') as { readonly said?: { readonly failed: string } };
      if (status && isPressed) [status.textContent, status.dataset['status']] = [said?.failed ?? '', 'failed'];
      isPressed = false;
    }
  };
  const wake = (): void => void (coming ??= bring());
  form.addEventListener('submit', press);
  form.addEventListener('focusin', wake);
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-scheme]')) followScheme(button);
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-account]')) showAccount(link);
for (const chart of document.querySelectorAll<HTMLElement>('[data-chart]')) playChart(chart);
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sends]')) wakeForm(form);
for (const place of document.querySelectorAll<HTMLElement>('[data-asks]')) askFrom(place);
closeMenus();
fetchAhead();
root.dataset['script'] = 'begun';
