import { expect, it } from 'vitest';
import { keywordsOf } from '#server/features/chat/built-in/keywords';
import { pricedQuestion } from '#server/features/chat/built-in/price-range';

it.each([
  ['有100元以下的吗', null, 100_00],
  ['有没有１００元以内的', null, 100_00],
  ['不超过 59.9 元的商品', null, 59_90],
  ['便宜点的，50块钱以下', null, 50_00],
  ['200元以上的有哪些', 200_00, null],
  ['100到200元之间的', 100_00, 200_00],
  ['高于100元、低于300元的', 100_00, 300_00],
  ['anything under 50?', null, 50_00],
  ['Do you have something below 100 yuan?', null, 100_00],
  ['Show me products over $20', 20_00, null],
  ['what is there between 300 and 100 yuan', 100_00, 300_00],
  ['100 yuan or less', null, 100_00],
])('“%s” asks for prices from %s to %s, and for nothing else', (question, from, to) => {
  const priced = pricedQuestion(question);
  expect(priced).toMatchObject({ from, to });
  expect(keywordsOf(priced?.rest ?? '')).toEqual([]);
});

it.each([
  ['100元以下的绿茶', ['绿茶']],
  ['any oolong under 80 yuan?', ['oolong']],
  ['How do I upload files under 50 MB?', ['upload', 'files', 'mb']],
])('“%s” asks for something beside', (question, words) => {
  expect(keywordsOf(pricedQuestion(question)?.rest ?? '')).toEqual(expect.arrayContaining(words));
});

it.each(['怎么修改密码', '多少钱', 'What happens under the hood?', 'I forgot what I paid', '', '第100条记录'])(
  '“%s” says nothing of prices',
  (question) => expect(pricedQuestion(question)).toBeNull(),
);
