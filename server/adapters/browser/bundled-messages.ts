import type { SectionTexts } from '#domain/table/section-folder';
import type { MessageCatalogue } from '#domain/app/find-message';
import type { Language, Messages } from '../../base/messages.ts';
import { messagesOf } from '../message-namespaces.ts';

type Files<T> = Readonly<Record<string, T>>;

const NAMESPACES: Files<MessageCatalogue> = import.meta.glob(
  '../../../locales/*/{errors,refusals,calls,designer,validation,resources,menu,captcha,verification,archive,settings,answers,site,familyStore,notifications}.json',
  { eager: true, import: 'default' },
);
const SECTIONS: Files<SectionTexts> = import.meta.glob('../../../src/sections/*/{zh-cn,en}.json', { eager: true, import: 'default' });

const endingWith = <T>(files: Files<T>, ending: string): [string, T][] => Object.entries(files).filter(([path]) => path.endsWith(ending));

/** The texts of a build. */
export const bundledMessages = (): Messages =>
  messagesOf({
    namespace: (language: Language, name) => endingWith(NAMESPACES, `/${language}/${name}.json`)[0]?.[1] ?? {},
    sections: (language) =>
      Object.fromEntries(endingWith(SECTIONS, `/${language}.json`).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts])),
  });
