import { describe, expect, it } from 'vitest';
import { findMessage } from '#domain/app/find-message';
import { readMessageFiles } from '#server/adapters/message-files';
import { SERVER_NAMESPACES } from '#server/adapters/message-namespaces';
import { createMessages, LANGUAGES } from '#server/base/messages';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../../../locales');

describe('the messages of the server', () => {
  const messages = createMessages({
    'zh-cn': { menu: { goods: '商品管理', 'goods.goods': '商品' }, refusals: { gone: '不存在', many: '{{count}} 条 {{name}}' } },
    en: { menu: { 'goods.goods': 'Goods' }, refusals: { many: '{{count}} [[record|records]] of {{name}}' } },
  });

  it.each([
    ['en', 'menu.goods.goods', 'Goods'],
    ['zh-cn', 'menu.goods.goods', '商品'],
    ['zh-cn', 'menu.goods', '商品管理'],
    // A language that lacks a text falls back to the default one.
    ['en', 'menu.goods', '商品管理'],
    ['en', 'refusals.gone', '不存在'],
    // A key that nobody knows, also one of an object's own, is answered as it is.
    ['en', 'menu', 'menu'],
    ['en', 'refusals.toString', 'refusals.toString'],
    ['en', 'Tea: 50 g. {{price}} $t(menu.goods)', 'Tea: 50 g. {{price}} $t(menu.goods)'],
    ['en', '', ''],
  ] as const)('in %s, %j is %j', (language, key, text) => {
    expect(messages.text(language, key)).toBe(text);
  });

  it('fill placeholders with what is given and nothing that is in it', () => {
    expect(messages.text('en', 'refusals.many', { count: 1, name: '{{count}} $t(menu.goods)' })).toBe(
      '1 record of {{count}} $t(menu.goods)',
    );
    expect(messages.text('zh-cn', 'refusals.many', { count: 2, name: '<b>' })).toBe('2 条 <b>');
  });

  it.each(LANGUAGES)('are those that a page in %s finds', (language) => {
    const spoken = readMessageFiles(LOCALES);
    const wrong = SERVER_NAMESPACES.flatMap((name) => {
      const file = join(LOCALES, language, `${name}.json`);
      const texts = readdirSync(join(LOCALES, language)).includes(`${name}.json`) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
      return keysOf(texts, name).filter((key) => spoken.text(language, key) !== findMessage({ [name]: texts }, key));
    });
    expect(wrong).toEqual([]);
  });
});

const keysOf = (tree: object, path: string): readonly string[] =>
  Object.entries(tree).flatMap(([name, below]: [string, unknown]) =>
    typeof below === 'string' ? [`${path}.${name}`] : keysOf(below as object, `${path}.${name}`),
  );
