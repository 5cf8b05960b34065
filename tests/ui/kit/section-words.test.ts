import { expect, it } from 'vitest';
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
