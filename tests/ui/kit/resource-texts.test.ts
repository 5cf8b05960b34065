import { describe, expect, it } from 'vitest';
import { apiToken } from '#sections/api-token/api-token.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { loadMessages, startMessages, t } from '#ui/base/i18n.ts';
import { fieldLabel, inSentence, labelInSentence } from '#ui/kit/resource-texts.ts';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

describe('the name of a section in a sentence', () => {
  it.each([
    ['zh-cn', '还没有 API 令牌', '还没有商品'],
    ['en', 'No API token yet', 'No goods yet'],
  ] as const)('is set as in every text in %s', async (language, ofTokens, ofGoods) => {
    await startMessages(language);
    await loadMessages(['resources']);
    await loadAllSectionWords();
    const told = [apiToken, goods].map((resource) => t('resources.kit.states.emptyTitle', { name: labelInSentence(resource) }));
    expect(told).toEqual([ofTokens, ofGoods]);
  });

  it('keeps the capital of a language and of letters that stand for words', async () => {
    await startMessages('en');
    expect(['English name', 'IP address', 'Stock'].map(inSentence)).toEqual(['English name', 'IP address', 'stock']);
  });
});

it('the number of a record is called ID where its section has no words for it', () => {
  const designed = { ...goods, name: 'jar' };
  expect([fieldLabel(designed, 'id'), fieldLabel(designed, 'stock')]).toEqual(['ID', 'stock']);
});
