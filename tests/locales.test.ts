import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECURITY_EVENTS } from '#domain/session/security-event';
import { SERVER_NAMESPACES } from '#server/adapters/message-namespaces';
import { BASE_WORDS, PAGE_WORDS } from '#server/adapters/pages/page-parts';
import { sectionMessages, type SectionTexts } from '#domain/table/section-folder';

type Tree = { readonly [key: string]: string | Tree };

const SOURCE = 'zh-cn';
const OTHERS = readdirSync('locales').filter((name) => name !== SOURCE);
const NAMESPACES = readdirSync(`locales/${SOURCE}`).map((file) => file.replace(/\.json$/u, ''));

const SECTIONS = readdirSync('src/sections');

const read = (file: string): Tree => JSON.parse(readFileSync(file, 'utf8')) as Tree;
const sectionsOf = (language: string): Tree =>
  sectionMessages(
    Object.fromEntries(SECTIONS.map((section) => [section, read(`src/sections/${section}/${language}.json`) as SectionTexts])),
  ) as Tree;
/** A namespace as pages know it, with what the sections add. */
const treeOf = (language: string, namespace: string): Tree => ({
  ...read(`locales/${language}/${namespace}.json`),
  ...(sectionsOf(language)[namespace] as Tree | undefined),
});
const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/gu)].map((match) => match[1] as string).sort();

const KEYS = new Set(NAMESPACES.flatMap((namespace) => flat(treeOf(SOURCE, namespace)).map(([key]) => `${namespace}.${key}`)));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/u.test(path));

/** Where keys are looked up, and the namespaces known there; the server's words for tables and columns look like keys of others. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  src: NAMESPACES,
  server: ['errors', 'refusals', 'validation', 'resources', 'settings', 'site'],
};

/** Whole keys in quotes, and the fixed beginnings of keys that end in a variable. */
const keyIn = (namespaces: readonly string[]) => new RegExp(`['"\`]((?:${namespaces.join('|')})\\.[\\w.-]+)(?:['"\`]|(\\$\\{))`, 'gu');
const USED = Object.entries(READERS).flatMap(([folder, namespaces]) =>
  filesBelow(folder).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(keyIn(namespaces))].map(([, key, rest]) => ({
      file,
      key: key as string,
      isBeginning: rest !== undefined,
    })),
  ),
);

/** What machines are told, and what the security log tells of, may begin like a key: `upload.started`. */
const EVENTS = new Set<string>([
  ...SECURITY_EVENTS,
  ...filesBelow('src/machines').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/readonly type: '([\w.]+)'/gu)].map((match) => match[1] as string),
  ),
]);

const shape = (tree: Tree) => flat(tree).map(([key, text]) => [key, placeholders(text)]);

const sorted = (tree: Tree) => shape(tree).sort(([a], [b]) => String(a).localeCompare(String(b)));

describe.each(OTHERS)('%s', (language) => {
  it('has a file for each of the source language', () => {
    expect(readdirSync(`locales/${language}`).sort()).toEqual(readdirSync(`locales/${SOURCE}`).sort());
  });

  it.each(NAMESPACES)('has exactly the keys and placeholders of %s', (namespace) => {
    expect(sorted(treeOf(language, namespace))).toEqual(sorted(treeOf(SOURCE, namespace)));
  });

  it.each(NAMESPACES)('has no Chinese in %s', (namespace) => {
    expect(flat(treeOf(language, namespace)).filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });
});

/** The names of message files in a text of code, as patterns and imports write them: `{a,b}.json` and `'#locales/en/a'`. */
const filesNamedIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\/locales\/(?:\*|zh-cn)\/\{([\w,]+)\}\.json|#locales\/[\w-]+\/(\w+)'/gu)].flatMap(
    ([, list, one]) => (list ?? one ?? '').split(','),
  );

/** What waits on the first page stands behind its number, which chooses the form. */
const isCounted = (key: string, text: string): boolean =>
  text.includes('{{count}}') || key.startsWith('dashboard.waits.') || key.startsWith('waits.');

describe('message files', () => {
  const ofPages = [
    ...BASE_WORDS,
    ...Object.values(PAGE_WORDS).flat(),
    ...['lazy-messages', 'messages/seldom-zh-cn'].flatMap((name) => filesNamedIn(`src/ui/base/${name}.ts`)),
  ];

  it('are all read, by pages or by the server', () => {
    expect(NAMESPACES.filter((name) => !ofPages.includes(name) && !SERVER_NAMESPACES.some((one) => one === name))).toEqual([]);
  });

  it('are reached by pages where pages have keys of them', () => {
    const typed = filesNamedIn('src/ui/base/message-key.ts');
    expect(typed.length).toBeGreaterThan(30);
    expect(typed.filter((name) => !ofPages.includes(name))).toEqual([]);
    expect(ofPages.filter((name) => !NAMESPACES.includes(name))).toEqual([]);
  });
});

describe('messages', () => {
  it('are never empty', () => {
    const empty = [SOURCE, ...OTHERS].flatMap((language) =>
      NAMESPACES.flatMap((namespace) => flat(treeOf(language, namespace)).filter(([, text]) => text.trim() === '')),
    );
    expect(empty).toEqual([]);
  });

  it('keep Latin letters apart from Chinese ones', () => {
    // A date is written as a form asks for it.
    const known = ['kit.fields.monthFormat'];
    const joined = NAMESPACES.flatMap((namespace) => flat(treeOf(SOURCE, namespace))).filter(
      ([key, text]) => /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u.test(text) && !known.includes(key),
    );
    expect(joined).toEqual([]);
  });

  it('give both forms of a word where there is a number to choose by', () => {
    const forms = [SOURCE, ...OTHERS]
      .flatMap((language) => NAMESPACES.flatMap((namespace) => flat(treeOf(language, namespace))))
      .filter(([, text]) => text.includes('[['));
    expect(forms.filter(([key, text]) => !isCounted(key, text) || /\[\[(?![^|\]]+\|[^|\]]+\]\])/u.test(text))).toEqual([]);
    expect(forms.length).toBeGreaterThan(20);
  });

  it('exist for every key that code names', () => {
    const isThere = ({ key, isBeginning }: (typeof USED)[number]) =>
      isBeginning
        ? [...KEYS].some((known) => known.startsWith(key))
        : KEYS.has(key) || [...KEYS].some((known) => known.startsWith(`${key}.`));
    expect(USED.length).toBeGreaterThan(100);
    const isFile = ({ key }: (typeof USED)[number]) => key.endsWith('.json');
    expect(USED.filter((use) => !isThere(use) && !isFile(use) && !EVENTS.has(use.key)).map(({ file, key }) => `${file}: ${key}`)).toEqual(
      [],
    );
  });
});
