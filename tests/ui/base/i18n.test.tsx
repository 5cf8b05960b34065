import { beforeEach, describe, expect, it } from 'vitest';
import { hasText, loadMessages, pageLanguage, startMessages, t, text } from '#ui/base/i18n.ts';

describe.each([
  { language: 'zh-cn', home: '首页', goods: '商品', required: '不能小于 3' },
  { language: 'en', home: 'Home', goods: 'Goods', required: 'Must be at least 3' },
] as const)('messages in $language', ({ language, home, goods, required }) => {
  beforeEach(async () => {
    await startMessages(language);
    await loadMessages(['menu']);
  });

  it('are found in the files of every page and in those of one page', () => {
    expect(pageLanguage()).toBe(language);
    expect(t('common.title.home')).toBe(home);
    expect(text('menu.goods.goods')).toBe(goods);
  });

  it('of a first page come with those of every page, and are not asked for again', async () => {
    await startMessages(language, 'admin');
    const whole = text('menu.goods.goods');
    await loadMessages(['menu', 'savedViews', 'captcha']);
    expect([whole, text('menu.goods.goods'), t('common.title.home')]).toEqual([goods, goods, home]);
    expect(['savedViews.title', 'captcha.title', 'resources.goods.label', 'chatPage.title'].map(hasText)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    // Where no visit begins those of every page are enough.
    await startMessages(language, 'notFound');
    expect(['common.title.home', 'savedViews.title'].map(hasText)).toEqual([true, false]);
  });

  it('name the kinds of field', async () => {
    await loadMessages(['fieldKinds']);
    expect([t('fieldKinds.richText'), t('fieldKinds.citySelect')]).toEqual(
      language === 'en' ? ['Rich text', 'City select'] : ['富文本', '城市选择'],
    );
  });

  it('take parameters', () => {
    expect(text('validation.min', { min: 3 })).toBe(required);
  });

  it('tell one from many', async () => {
    await loadMessages(['changes']);
    const one = text('changes.didMany.del', { count: 1 });
    const isEnglish = language === 'en';
    expect([one, text('changes.didMany.del', { count: 2 })]).toEqual(
      isEnglish ? ['Deleted 1 record', 'Deleted 2 records'] : [one, one.replace('1', '2')],
    );
  });

  it('show what is no key as it is', () => {
    expect(text('Tea. 50 g')).toBe('Tea. 50 g');
    expect(text('menu.nothing')).toBe('menu.nothing');
    expect([hasText('common.title.home'), hasText('Tea')]).toEqual([true, false]);
  });
});
