import { createInstance, type i18n } from 'i18next';
import { fillMessage } from '#domain/app/fill-message';

import type { MessageKey, Namespace } from './message-key.ts';

export type { MessageKey } from './message-key.ts';

/** Values for a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** The languages there are; a change of language reloads the page, so one is enough for a page's life. */
export type MessageLanguage = 'zh-cn' | 'en';

export type LazyNamespace = Exclude<Namespace, 'common' | 'errors' | 'navigation' | 'validation'>;

type MessageTree = Readonly<Record<string, unknown>>;

/** Those of the first pages; `lazy-messages.ts` has the others. */
const firstFiles = import.meta.glob<MessageTree>('/locales/*/{admin,entry,public}.json', { import: 'default' });
const baseFiles = {
  'zh-cn': () => import('./messages/zh-cn.ts'),
  en: () => import('./messages/en.ts'),
} as const;

/**
 * `menu.goods` and `menu.goods.goods` both are messages: keys may hold dots themselves.
 * Without `lowerCaseLng` the library would look for `zh-CN`, where nothing is.
 */
const instance: i18n = createInstance({
  fallbackLng: false,
  lowerCaseLng: true,
  nsSeparator: false,
});
const reading = new Map<string, Promise<void>>();
/** Messages without placeholders, once looked up: a table asks for the same few with each of its rows. */
const plainTexts = new Map<string, string>();

/** Starts the one language of this page with the messages that every page needs. */
export async function startMessages(language: MessageLanguage): Promise<void> {
  const { baseMessages } = await baseFiles[language]();
  reading.clear();
  await instance.init({ lng: language, resources: { [language]: baseMessages } });
  plainTexts.clear();
}

/** Adds a page's message files; a file is read once. Source: specification §2, "Language message files for a page are loaded lazily". */
export async function loadMessages(namespaces: readonly LazyNamespace[]): Promise<void> {
  await Promise.all(namespaces.map(loadNamespace));
}

function loadNamespace(namespace: LazyNamespace): Promise<void> {
  const known = reading.get(namespace);
  if (known) return known;
  const promise = addFile(pageLanguage(), namespace);
  reading.set(namespace, promise);
  // A file that did not arrive may be asked for again.
  promise.catch(() => reading.delete(namespace));
  return promise;
}

async function addFile(language: MessageLanguage, namespace: LazyNamespace): Promise<void> {
  instance.addResourceBundle(language, namespace, await readFile(language, namespace));
  // What had a text of its own may have another one now.
  plainTexts.clear();
}

async function readFile(language: MessageLanguage, namespace: LazyNamespace): Promise<MessageTree> {
  const read = firstFiles[`/locales/${language}/${namespace}.json`];
  return read ? read() : (await import('./lazy-messages.ts')).readLazy(language, namespace);
}

/** Namespace and the key inside it. */
function partsOf(key: string): readonly [namespace: string, rest: string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

/** A text of the interface in the page's language. */
export const t = (key: MessageKey, params?: MessageParams): string => text(key, params);

/** As `t`, for keys that come as data: a field's label, a menu's title, an issue. A text that is no key is shown as it is. */
export function text(key: string, params?: MessageParams): string {
  if (params) return lookUp(key, params);
  const known = plainTexts.get(key);
  if (known !== undefined) return known;
  const found = lookUp(key);
  // Only messages are kept, of which there is an end.
  if (found !== key) plainTexts.set(key, found);
  return found;
}

function lookUp(key: string, params?: MessageParams): string {
  const [ns, rest] = partsOf(key);
  const message = instance.t(rest, { ns, defaultValue: key, skipInterpolation: true });
  return params ? fillMessage(message, params) : message;
}

/** Whether the page's language has this message now. */
export function hasText(key: string): boolean {
  const [ns, rest] = partsOf(key);
  return instance.exists(rest, { ns });
}

/** The language of this page. */
export const pageLanguage = (): MessageLanguage => (instance.language === 'en' ? 'en' : 'zh-cn');
