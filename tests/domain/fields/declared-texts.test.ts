import { expect, test } from 'vitest';
import { textIn } from '#domain/fields/kinds/base/declared';

test('a text is told in the language, else in the other, and never blank', () => {
  expect([
    textIn({ 'zh-cn': '杯子', en: 'Cup' }, 'en'),
    textIn({ en: 'Cup' }, 'zh-cn'),
    textIn({ 'zh-cn': '杯子', en: ' ' }, 'en'),
    textIn({ en: '' }, 'en'),
    textIn(undefined, 'en'),
  ]).toEqual(['Cup', 'Cup', '杯子', undefined, undefined]);
});
