import { PAGE_WORDS, WORDS_WITH } from 'virtual:page-words';
import { fillMessage } from '#domain/app/fill-message';
import { type MessageCatalogue, findMessage } from '#domain/app/find-message';
import type { MessageKey, Namespace } from './message-key.ts';

export type { MessageKey } from './message-key.ts';

/** Values for a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** The languages there are; a change of language reloads the page, so one is enough for a page's life. */
export type MessageLanguage = 'zh-cn' | 'en';

export type LazyNamespace = Exclude<Namespace, 'common' | 'errors' | 'validation'>;

type MessageTree = Readonly<Record<string, unknown>>;

/** For pages that no visit begins with as a rule. */
const baseFiles = {
  'zh-cn': () => import('./messages/zh-cn.ts'),
  en: () => import('./messages/en.ts'),
} as const;

/** The page's language and its texts by namespace, as far as they are here. */
const page: { language: MessageLanguage; texts: MessageCatalogue } = { language: 'zh-cn', texts: {} };
const reading = new Map<string, Promise<void>>();
/** Messages as they are written, once looked up: a table asks for the same few with each of its rows. */
const messages = new Map<string, string>();

/**
 * Starts the one language of this page with the messages that every page needs.
 * @param first what the address leads to: its own come with them, as one file
 */
export async function startMessages(language: MessageLanguage, first: string | null = null): Promise<void> {
  const own = PAGE_WORDS[language][first ?? ''];
  const texts = own ? (await own()).words : (await baseFiles[language]()).baseMessages;
  reading.clear();
  for (const namespace of Object.keys(texts)) reading.set(namespace, Promise.resolve());
  Object.assign(page, { language, texts });
  messages.clear();
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

/** Adds texts to those of a namespace. */
export function addTexts(namespace: LazyNamespace, tree: MessageTree): void {
  page.texts = { ...page.texts, [namespace]: { ...(page.texts[namespace] as MessageTree | undefined), ...tree } };
  // What had a text of its own may have another one now.
  messages.clear();
}

async function addFile(language: MessageLanguage, namespace: LazyNamespace): Promise<void> {
  addTexts(namespace, await readFile(language, namespace));
}

async function readFile(language: MessageLanguage, namespace: LazyNamespace): Promise<MessageTree> {
  const own = PAGE_WORDS[language][WORDS_WITH[namespace] ?? ''];
  return (own && (await own()).words[namespace]) ?? (await import('./lazy-messages.ts')).readLazy(language, namespace);
}

/** A text of the interface in the page's language. */
export const t = (key: MessageKey, params?: MessageParams): string => text(key, params);

/** As `t`, for keys that come as data: a field's label, a menu's title, an issue. A text that is no key is shown as it is. */
export function text(key: string, params?: MessageParams): string {
  const message = lookUp(key) ?? key;
  return params ? fillMessage(message, params) : message;
}

function lookUp(key: string): string | undefined {
  const found = messages.get(key) ?? findMessage(page.texts, key);
  // Only messages are kept, of which there is an end.
  if (found !== undefined) messages.set(key, found);
  return found;
}

/** Whether the page's language has this message now. */
export const hasText = (key: string): boolean => lookUp(key) !== undefined;

/** The language of this page. */
export const pageLanguage = (): MessageLanguage => page.language;
