import type { MessageKey, Namespace } from './message-key.ts';

export type { MessageKey } from './message-key.ts';

/** Values for a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** The languages there are; a change of language reloads the page, so one is enough for a page's life. */
export type MessageLanguage = 'zh-cn' | 'en';

export type LazyNamespace = Exclude<Namespace, 'common' | 'errors' | 'validation'>;

interface Tree {
  readonly [name: string]: string | Tree;
}

const lazyFiles = import.meta.glob<Tree>('/locales/*/{admin,menu,public,resources}.json', { import: 'default' });
const baseFiles = {
  'zh-cn': () => import('./messages/zh-cn.ts'),
  en: () => import('./messages/en.ts'),
} as const;

const page = {
  language: 'zh-cn' as MessageLanguage,
  /** Every message of the files read so far, by its whole key. */
  messages: new Map<string, string>(),
  reading: new Map<string, Promise<void>>(),
};

/** Starts the one language of this page with the messages that every page needs. */
export async function startMessages(language: MessageLanguage): Promise<void> {
  const { baseMessages } = await baseFiles[language]();
  page.language = language;
  page.messages.clear();
  page.reading.clear();
  add('', baseMessages);
}

/** Adds a page's message files; a file is read once. Source: specification §2, "Language message files for a page are loaded lazily". */
export async function loadMessages(namespaces: readonly LazyNamespace[]): Promise<void> {
  await Promise.all(namespaces.map(loadNamespace));
}

function loadNamespace(namespace: LazyNamespace): Promise<void> {
  const file = `/locales/${page.language}/${namespace}.json`;
  const known = page.reading.get(file);
  if (known) return known;
  const read = lazyFiles[file];
  if (!read) return Promise.reject(new Error(`no message file ${file}`));
  const reading = read().then((tree) => add('', { [namespace]: tree }));
  page.reading.set(file, reading);
  // A file that did not arrive may be asked for again.
  reading.catch(() => page.reading.delete(file));
  return reading;
}

/** Keys of the files may hold dots themselves, so that `menu.goods` and `menu.goods.goods` both are messages. */
function add(path: string, tree: Tree): void {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') page.messages.set(path + name, value);
    else add(`${path}${name}.`, value);
  }
}

/** A text of the interface in the page's language. */
export const t = (key: MessageKey, params?: MessageParams): string => text(key, params);

/** As `t`, for keys that come as data: a field's label, a menu's title, an issue. A text that is no key is shown as it is. */
export function text(key: string, params: MessageParams = {}): string {
  const message = page.messages.get(key);
  return message === undefined ? key : message.replace(/\{\{(\w+)\}\}/gu, (whole, name: string) => String(params[name] ?? whole));
}

/** Whether the page's language has this message now. */
export const hasText = (key: string): boolean => page.messages.has(key);

/** The language of this page. */
export const pageLanguage = (): MessageLanguage => page.language;
