import { readFileSync } from 'node:fs';

export type Language = 'zh-cn' | 'en';

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** The product's own words: a test looks for what people read, in either language. */
export function wordsOf(language: Language): (key: string, params?: Readonly<Record<string, string | number>>) => string {
  return (key, params = {}) => {
    const [namespace = '', ...path] = key.split('.');
    const file = JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as Tree;
    const found = path.reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), file) ?? file[path.join('.')];
    if (typeof found !== 'string') throw new Error(`no message ${key} in ${language}`);
    return found.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(params[name]));
  };
}
