import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect } from 'vitest';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import type { Steps } from '#domain/designer/source/migration-text';
import type { SectionLanguage, SectionWords } from '#domain/designer/source/section-words';
import type { SourceFile } from '#domain/designer/source/files-of';

/** The value of the one constant that a printed module exports. What is printed is a literal: without its types it is an expression. */
const constantOf = (text: string, begins: RegExp, ends: RegExp): unknown =>
  runInThisContext(`(${text.slice(text.search(begins)).replace(begins, '').replace(ends, '')})`);

export const declarationIn = (text: string): Resource => constantOf(text, /^export const \w+ = defineResource\(/mu, /\);\n$/u) as Resource;

/** The life that is printed beside a declaration; nothing where there is none. */
export function lifeIn(files: readonly SourceFile[]): { readonly life?: Life } {
  const text = files.find(({ path }) => path.endsWith('.life.ts'))?.text;
  return text === undefined ? {} : { life: constantOf(text, /^export const \w+: Life = /mu, /;\n$/u) as Life };
}

export const stepsIn = (text: string): Steps => constantOf(text, /^export const \w+: SectionMigration = /mu, /;\n$/u) as Steps;

export const textOf = (files: readonly SourceFile[], ending: string): string =>
  files.find(({ path }) => path.endsWith(ending))?.text ?? expect.unreachable(`no ${ending}`);

export const wordsIn = (files: readonly SourceFile[]): Readonly<Record<SectionLanguage, SectionWords>> => ({
  'zh-cn': JSON.parse(textOf(files, 'zh-cn.json')) as SectionWords,
  en: JSON.parse(textOf(files, 'en.json')) as SectionWords,
});

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A file of a shipped section. */
export const sectionText = (folder: string, file: string): string => readFileSync(join(ROOT, 'src', 'sections', folder, file), 'utf8');

export const shippedWords = (folder: string): Readonly<Record<SectionLanguage, SectionWords>> => ({
  'zh-cn': JSON.parse(sectionText(folder, 'zh-cn.json')) as SectionWords,
  en: JSON.parse(sectionText(folder, 'en.json')) as SectionWords,
});
