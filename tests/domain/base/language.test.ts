import { expect, it } from 'vitest';
import { HTML_LANGUAGE, isLanguage, restoreLanguage } from '#domain/base/language';

it('an unknown language is the default one', () => {
  expect(['en', 'zh-cn', 'fr', null, undefined].map(restoreLanguage)).toEqual(['en', 'zh-cn', 'zh-cn', 'zh-cn', 'zh-cn']);
  expect(['en', 'zh-cn', 'zh-CN', 1].map(isLanguage)).toEqual([true, true, false, false]);
  expect(HTML_LANGUAGE).toEqual({ 'zh-cn': 'zh-CN', en: 'en' });
});
