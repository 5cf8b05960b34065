import { sectionMessages, type SectionTexts } from '#domain/table/section-folder';
import type { MessageCatalogue } from '#domain/app/find-message';
import { createMessages, LANGUAGES, type Language, type Messages } from '../base/messages.ts';

/** Those the server speaks from: what it shares with the browser, why it refuses, what calls are called in the log, validation, the texts of resources, menus and settings, what captchas ask for, what is written around codes, the words of the public pages, what the built-in answerer says, what other clients read of the module store, and what administrators are told. */
export const SERVER_NAMESPACES = [
  'errors',
  'refusals',
  'calls',
  'designer',
  'validation',
  'resources',
  'menu',
  'captcha',
  'verification',
  'archive',
  'settings',
  'answers',
  'site',
  'familyStore',
  'notifications',
] as const;

/** What is read of the locales, wherever they lie. */
export interface MessageTexts {
  readonly namespace: (language: Language, name: string) => MessageCatalogue;
  /** By the folders of their sections. */
  readonly sections: (language: Language) => Readonly<Record<string, SectionTexts>>;
}

export function messagesOf({ namespace: read, sections }: MessageTexts): Messages {
  const catalogue = (language: Language): MessageCatalogue => {
    const added: MessageCatalogue = sectionMessages(sections(language));
    return Object.fromEntries(
      SERVER_NAMESPACES.map((name) => [name, { ...read(language, name), ...(added[name] as MessageCatalogue | undefined) }]),
    );
  };
  return createMessages(
    Object.fromEntries(LANGUAGES.map((language) => [language, catalogue(language)])) as Record<Language, MessageCatalogue>,
  );
}
