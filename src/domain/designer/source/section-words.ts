import { capitalised } from '../section-names.ts';
import type { Field, Fields } from '../../fields/field.ts';
import type { Texts } from '../../fields/kinds/base/declared.ts';
import type { FieldKind } from '../../fields/kinds/registry.ts';
import { pagePathOf, type MenuPlace, type Resource } from '../../table/resource.ts';

export type SectionLanguage = 'zh-cn' | 'en';
export const SECTION_LANGUAGES = ['zh-cn', 'en'] as const satisfies readonly SectionLanguage[];

/** A message file as it lies in the folder. */
export type SectionWords = { readonly [key: string]: string | SectionWords };

/** What every section calls the same, where the design has no words for it. */
const KNOWN: Partial<Record<FieldKind, Required<Texts>>> = {
  id: { 'zh-cn': 'ID', en: 'ID' },
  sortOrder: { 'zh-cn': '权重', en: 'Order weight' },
  version: { 'zh-cn': '版本', en: 'Version' },
  createTime: { 'zh-cn': '创建时间', en: 'Created' },
  updateTime: { 'zh-cn': '更新时间', en: 'Updated' },
};

/** `happensAt` → `Happens at`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[-_]/gu, ' ');
  return capitalised(words.trim());
}

const HAN = /\p{Script=Han}/u;

/** What somebody has written for the language, if anything. */
const given = (texts: Texts | undefined, language: SectionLanguage): string | undefined => {
  const text = texts?.[language]?.trim() ?? '';
  return text === '' ? undefined : text;
};

/** In the language; else, for readers of Chinese, the English words; else what the name says. English pages have no Chinese on them. */
function chosen(texts: Texts | undefined, language: SectionLanguage, name: string): string {
  const own = given(texts, language) ?? (language === 'zh-cn' ? given(texts, 'en') : undefined);
  if (own !== undefined) return own;
  return wordsOf(name);
}

const isTree = (value: unknown): value is SectionWords => typeof value === 'object' && value !== null;
const at = (words: SectionWords | undefined, key: string): SectionWords | undefined => {
  const part = words?.[key];
  return isTree(part) ? part : undefined;
};
const textAt = (words: SectionWords | undefined, key: string): string | undefined => {
  const text = words?.[key];
  return typeof text === 'string' ? text : undefined;
};

/** The part of a message file in which the declaration decides which entries there are. */
function part(words: SectionWords, name: string, entries: Readonly<Record<string, string | SectionWords>>): SectionWords {
  return Object.keys(entries).length > 0 || name in words ? { [name]: entries } : {};
}

function fieldWord(field: Field, key: string, language: SectionLanguage, known: SectionWords | undefined): string {
  return (
    given(field.label, language) ??
    textAt(known, key) ??
    (field.label ? chosen(field.label, language, key) : (KNOWN[field.kind]?.[language] ?? wordsOf(key)))
  );
}

/** Options are values, and often words. */
function optionName(option: string, index: number, language: SectionLanguage): string {
  const isWord = option.trim() !== '' && (language === 'zh-cn' || !HAN.test(option));
  return isWord ? capitalised(option.trim()) : `Option ${index + 1}`;
}

function optionWords(field: Field, language: SectionLanguage, known: SectionWords | undefined): SectionWords {
  if (!('options' in field)) return {};
  const wordOf = (option: string, index: number): string => {
    const labels = field.optionLabels?.[option];
    return (
      given(labels, language) ??
      textAt(known, option) ??
      (language === 'zh-cn' ? given(labels, 'en') : undefined) ??
      optionName(option, index, language)
    );
  };
  return Object.fromEntries(field.options.map((option, index) => [option, wordOf(option, index)]));
}

const hintWord = (field: Field, key: string, language: SectionLanguage, known: SectionWords | undefined): string | undefined => {
  const own = typeof field.hint === 'object' ? field.hint : undefined;
  return given(own, language) ?? textAt(known, key) ?? (own && chosen(own, language, key));
};

/** The page is called as the section is, unless the menu has another word for it. */
function menuWords(resource: Resource, menu: MenuPlace, label: string, language: SectionLanguage, known: SectionWords): SectionWords {
  const page = pagePathOf(resource).replaceAll('/', '.');
  const directory = typeof menu.under === 'string' ? undefined : menu.under.name;
  const words: Record<string, string | SectionWords> = { ...at(known, 'menu') };
  if (directory !== undefined && !(directory in words)) words[directory] = chosen(undefined, language, directory);
  const title = textAt(words, page);
  return { ...words, [page]: title === undefined || title === textAt(known, 'label') ? label : title };
}

const mapped = <Value>(fields: Fields, of: (key: string, field: Field) => Value | undefined): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]): [string, Value][] => {
      const value = of(key, field);
      return value === undefined ? [] : [[key, value]];
    }),
  );

/**
 * The message file of a section: what the design calls things, and else what the file called them; whatever has nothing to do with the
 * declaration stays, in its place.
 * @param known the file as it was, if there was one
 */
export function sectionWords(
  resource: Resource,
  menu: MenuPlace,
  language: SectionLanguage,
  known: SectionWords = { menu: {} },
): SectionWords {
  const label = given(resource.label, language) ?? textAt(known, 'label') ?? chosen(resource.label, language, resource.name);
  const declared: SectionWords = {
    menu: menuWords(resource, menu, label, language, known),
    label,
    fields: mapped(resource.fields, (key, field) => fieldWord(field, key, language, at(known, 'fields'))),
    ...part(
      known,
      'options',
      mapped(resource.fields, (key, field) =>
        'options' in field ? optionWords(field, language, at(at(known, 'options'), key)) : undefined,
      ),
    ),
    ...part(
      known,
      'hints',
      mapped(resource.fields, (key, field) => hintWord(field, key, language, at(known, 'hints'))),
    ),
  };
  return { ...known, ...declared };
}

export const wordsText = (words: SectionWords): string => `${JSON.stringify(words, null, 2)}\n`;

const bothOf = (
  texts: Readonly<Record<SectionLanguage, SectionWords>>,
  find: (words: SectionWords) => string | undefined,
): Texts | undefined => {
  const found = SECTION_LANGUAGES.flatMap((language) => {
    const text = find(texts[language]);
    return text === undefined ? [] : [[language, text] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
};

function worded(field: Field, key: string, texts: Readonly<Record<SectionLanguage, SectionWords>>): Field {
  const label = bothOf(texts, (words) => textAt(at(words, 'fields'), key));
  const hint = field.hint === true ? bothOf(texts, (words) => textAt(at(words, 'hints'), key)) : undefined;
  const optionLabels =
    'options' in field
      ? mapped(Object.fromEntries(field.options.map((option) => [option, field])), (option) =>
          bothOf(texts, (words) => textAt(at(at(words, 'options'), key), option)),
        )
      : {};
  return {
    ...field,
    ...(label && { label }),
    ...(hint && { hint }),
    ...(Object.keys(optionLabels).length > 0 && { optionLabels }),
  };
}

/** A declaration with the words of its message files in it, as one designed in the browser has them. */
export function withWords(resource: Resource, texts: Readonly<Record<SectionLanguage, SectionWords>>): Resource {
  const label = bothOf(texts, (words) => textAt(words, 'label'));
  return { ...resource, ...(label && { label }), fields: mapped(resource.fields, (key, field) => worded(field, key, texts)) };
}
