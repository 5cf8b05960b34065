import { expect, it } from 'vitest';
import { EVERY_GROUP } from '#domain/shell/section-group';
import { loadMessages, startMessages, text } from '#ui/base/i18n.ts';
import { loadSectionWords } from '#ui/kit/section-words.ts';

const KEYS = ['resources.goods.label', 'resources.goods.fields.price', 'resources.member.label', 'resources.member.fields.username'];

it.each([
  ['en', 'Goods', 'Price', 'Member'],
  ['zh-cn', '商品', '售价', '会员'],
] as const)(
  'words of sections in %s come by groups, after what all are called, whoever asks first',
  async (language, goods, price, member) => {
    await startMessages(language);
    await loadSectionWords('goods');
    await loadMessages(['resources']);
    expect(KEYS.map((key) => text(key))).toEqual([goods, price, member, 'resources.member.fields.username']);
    await loadSectionWords('nowhere');
    await startMessages(language);
    await loadMessages(['menu', 'resources']);
    expect([...KEYS, 'menu.goods.goods'].map((key) => text(key))).toEqual([
      goods,
      'resources.goods.fields.price',
      member,
      'resources.member.fields.username',
      goods,
    ]);
  },
);

it('those of every group are one file, and no group asks for its own while it is on its way', async () => {
  await startMessages('en');
  let isThere = false;
  const every = loadSectionWords(EVERY_GROUP).then(() => (isThere = true));
  await loadSectionWords('goods');
  expect([isThere, ...KEYS.map((key) => text(key))]).toEqual([true, 'Goods', 'Price', 'Member', 'User name']);
  await every;
  // Where texts begin anew a group is asked for by itself again.
  await startMessages('en');
  await loadSectionWords('goods');
  expect(KEYS.map((key) => text(key))).toEqual(['Goods', 'Price', 'Member', 'resources.member.fields.username']);
});
