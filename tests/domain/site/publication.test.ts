import { describe, expect, it } from 'vitest';
import { inLanguage } from '#domain/site/in-language';
import { publicationIssues } from '#domain/site/publication';

const NEEDS = { body: { key: 'resources.notice.publishedNeedsText' } };
const ENGLISH = { bodyEn: { key: 'resources.notice.englishNeedsText' } };

describe('what is published', () => {
  it.each([
    [{ status: 'off', body: '' }, {}],
    [{ status: 'draft' }, {}],
    [{ status: 'on', body: '<p>茶</p>' }, {}],
    [{ status: 'on', body: '' }, NEEDS],
    [{ status: 'on', body: null }, NEEDS],
    [{ status: 'ready' }, NEEDS],
    [{ status: 'ready', body: '<p>茶</p>', titleEn: 'Tea', bodyEn: '<p>Tea</p>' }, {}],
    // A title in English promises a text, also of a draft.
    [{ status: 'off', titleEn: 'Tea', bodyEn: '' }, ENGLISH],
    [{ status: 'off', titleEn: '', bodyEn: '' }, {}],
    [
      { status: 'on', titleEn: 'Tea' },
      { ...NEEDS, ...ENGLISH },
    ],
    [{ status: 'off', bodyEn: '<p>Tea</p>' }, {}],
  ])('%j is judged %j', (values, issues) => {
    expect(publicationIssues('notice', values)).toEqual(issues);
  });

  it('is told in the words of its section', () => {
    expect(publicationIssues('publicPage', { status: 'on', titleEn: 'Tea' })).toEqual({
      body: { key: 'resources.publicPage.publishedNeedsText' },
      bodyEn: { key: 'resources.publicPage.englishNeedsText' },
    });
  });
});

it.each([
  ['zh-cn', '茶', 'Tea', '茶', true],
  ['zh-cn', '茶', '', '茶', true],
  ['en', '茶', 'Tea', 'Tea', true],
  ['en', '茶', '', '茶', false],
  // Nothing is nothing in every language.
  ['en', '', '', '', true],
  ['en', '', 'Tea', 'Tea', true],
] as const)('a reader of %s of %j and %j reads %j, translated: %j', (language, chinese, english, text, isTranslated) => {
  expect(inLanguage(language, chinese, english)).toEqual({ text, isTranslated });
});
