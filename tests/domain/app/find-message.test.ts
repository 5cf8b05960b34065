import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMessage } from '#domain/app/find-message';

const LOCALES = join(import.meta.dirname, '../../../locales');

describe('a message', () => {
  const texts = {
    menu: { goods: '商品管理', 'goods.goods': '商品', members: { list: '会员' }, 'members.list.all': '全部会员', none: '' },
    common: { action: { save: '保存' } },
  };

  it.each([
    ['common.action.save', '保存'],
    ['menu.goods', '商品管理'],
    ['menu.goods.goods', '商品'],
    ['menu.members.list', '会员'],
    ['menu.members.list.all', '全部会员'],
    ['menu.none', ''],
    ['menu.members', undefined],
    ['menu', undefined],
    ['menu.goods.other', undefined],
    ['common.action.save.now', undefined],
    ['other.action', undefined],
    ['.menu.goods', undefined],
    ['menu.', undefined],
    ['', undefined],
    ['Tea. 50 g', undefined],
    ['constructor.name', undefined],
    ['menu.toString', undefined],
    ['menu.__proto__', undefined],
  ])('%j is %j', (key, found) => {
    expect(findMessage(texts, key)).toBe(found);
  });
});

/** Each text of a file with the key that leads to it. */
const textsIn = (tree: object, path: string): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([name, below]: [string, unknown]) =>
    typeof below === 'string' ? [[`${path}.${name}`, below] as const] : textsIn(below as object, `${path}.${name}`),
  );

it.each(readdirSync(LOCALES))('finds every text of the files of %s', (language) => {
  const files = readdirSync(join(LOCALES, language)).filter((file) => file.endsWith('.json'));
  const catalogue = Object.fromEntries(
    files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')) as object]),
  );
  const texts = textsIn(catalogue, '').map(([key, text]) => [key.slice(1), text] as const);
  expect(texts.length).toBeGreaterThan(2000);
  expect(texts.filter(([key, text]) => findMessage(catalogue, key) !== text)).toEqual([]);
});
