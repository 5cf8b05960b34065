import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Holds all texts to the words of docs/writing.md: what is not to be said there is said nowhere. */

type Tree = { readonly [key: string]: string | Tree };
interface Text {
  readonly at: string;
  readonly text: string;
}

const PAGE = readFileSync('docs/writing.md', 'utf8');
const LANGUAGES = [
  { language: 'en', column: 1, separator: ', ' },
  { language: 'zh-cn', column: 3, separator: '、' },
] as const;

/** The rows of the table below a heading line. */
const rowsBelow = (heading: string): readonly (readonly string[])[] => {
  const lines = PAGE.split('\n');
  const first = lines.indexOf(heading) + 2;
  const rows = lines.slice(
    first,
    lines.findIndex((line, at) => at >= first && !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

const TERMS = rowsBelow('| English | not | 中文 | 不写 |');
const STAYING = new Set(
  rowsBelow('| text that stays | why |').flatMap(([keys = '']) => [...keys.matchAll(/`([^`]+)`/gu)].map(([, key]) => key)),
);

const read = (file: string): Tree => JSON.parse(readFileSync(file, 'utf8')) as Tree;
const flat = (tree: Tree, path: string): readonly Text[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ at: `${path}.${key}`, text: value }] : flat(value, `${path}.${key}`),
  );

/** An article without the questions by which people find it. */
const bodyOf = (article: string): string => {
  const [, head = '', body = article] = /^---\n(.*?)\n---\n(.*)$/su.exec(article) ?? [];
  return `${/^title: .*$/mu.exec(head)?.[0] ?? ''}\n${body}`;
};

const textsOf = (language: string): readonly Text[] => [
  ...readdirSync(`locales/${language}`).flatMap((file) => flat(read(`locales/${language}/${file}`), file.replace(/\.json$/u, ''))),
  ...readdirSync('src/sections').flatMap((section) => flat(read(`src/sections/${section}/${language}.json`), `sections.${section}`)),
  ...readdirSync(`help/${language}`).map((file) => ({
    at: `help.${file}`,
    text: bodyOf(readFileSync(join('help', language, file), 'utf8')),
  })),
];

/** What is written for people: without placeholders, code and addresses. */
const spoken = (text: string): string => text.replace(/\{\{[^}]*\}\}|`[^`]*`|\]\([^)]*\)|(?:https?:)?\/\/?[\w./-]+/gu, ' ');

const isSaid = (term: string, text: string): boolean =>
  /^[\x20-\x7e]+$/u.test(term)
    ? new RegExp(`(?<![\\w-])${RegExp.escape(term)}(?:s|ed|ing)?(?![\\w-])`, 'iu').test(text)
    : text.includes(term);

/** The terms that are not to be said, and where they are. */
const strays = (terms: readonly string[], texts: readonly Text[]): readonly string[] =>
  texts.flatMap(({ at, text }) => terms.filter((term) => !STAYING.has(at) && isSaid(term, spoken(text))).map((term) => `${at}: ${term}`));

describe.each(LANGUAGES)('texts in $language', ({ language, column, separator }) => {
  const terms = TERMS.flatMap((row) => (row[column] ?? '').split(separator).filter((term) => term !== ''));

  it('have one word for one thing', () => {
    expect(terms.length).toBeGreaterThan(12);
    expect(strays(terms, textsOf(language))).toEqual([]);
  });

  it('are found where they have another one', () => {
    const [term = ''] = terms;
    expect(strays(terms, [{ at: 'x', text: `… ${term} …` }])).toEqual([`x: ${term}`]);
    expect(strays(terms, [{ at: 'x', text: `… {{${term}}} \`${term}\` …` }])).toEqual([]);
  });
});

/** Texts that may call out: all below a key, in English alone where the row says so. */
const CALLING = rowsBelow('| text with an exclamation mark | why |').flatMap(([keys = '']) =>
  [...keys.matchAll(/`([^`]+)`/gu)].map(([, key]) => ({ key: key!, isEnglishAlone: keys.endsWith('in English') })),
);
const mayCall = (at: string, language: string): boolean =>
  CALLING.some(({ key, isEnglishAlone }) => (at === key || at.startsWith(`${key}.`)) && (language === 'en' || !isEnglishAlone));

it.each(LANGUAGES)('texts in $language call out in a greeting, and where the specification quotes them', ({ language }) => {
  const calling = textsOf(language).filter(({ text }) => /[!！](?!\[)/u.test(text));
  expect(calling.length).toBeGreaterThan(10);
  expect(calling.flatMap(({ at }) => (mayCall(at, language) ? [] : [at]))).toEqual([]);
  // Whatever is named there is still such a text; greetings call out in Chinese at least.
  const named = CALLING.filter(({ isEnglishAlone }) => isEnglishAlone === (language === 'en'));
  expect(named.filter(({ key }) => !calling.some(({ at }) => at === key || at.startsWith(`${key}.`)))).toEqual([]);
});

/** Words that are drawn together, as in speech: "don't", "you're". */
const CONTRACTION = /\w(?:n['’]t|['’](?:re|ve|ll|d|m))(?!\w)/u;

it('English texts draw no words together', () => {
  expect(["don't", 'You’re here', 'it’ll'].every((text) => CONTRACTION.test(text))).toBe(true);
  expect(['the member’s files', "Users' names"].some((text) => CONTRACTION.test(text))).toBe(false);
  const found = textsOf('en').flatMap(({ at, text }) => (CONTRACTION.test(text) ? [`${at}: ${CONTRACTION.exec(text)?.[0]}`] : []));
  expect(found).toEqual([]);
});

/** Whether a Chinese character touches a bold name. */
const boldTouched = (text: string): boolean =>
  text.split('\n').some((line) => {
    const between = line.split(/\*\*.+?\*\*/u);
    return between.some(
      (part, at) => (at > 0 && /^\p{Script=Han}/u.test(part)) || (at < between.length - 1 && /\p{Script=Han}$/u.test(part)),
    );
  });

it('bold names stand apart from the Chinese characters beside them', () => {
  expect(['点击**保存**。', '**状态** 和 **名称**一栏'].every(boldTouched)).toBe(true);
  expect(['点击 **保存**，再看 **状态** 一栏', '- **找不到**：看 **筛选**。'].some(boldTouched)).toBe(false);
  expect(textsOf('zh-cn').flatMap(({ at, text }) => (boldTouched(text) ? [at] : []))).toEqual([]);
});

it('texts that stay are there', () => {
  const known = new Set(LANGUAGES.flatMap(({ language }) => textsOf(language).map(({ at }) => at)));
  expect([...STAYING].filter((key) => !known.has(key ?? ''))).toEqual([]);
});
