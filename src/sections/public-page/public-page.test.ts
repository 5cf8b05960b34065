import { describe, expect, it } from 'vitest';
import { checkPublicPage } from './public-page.rules.ts';

const whole = { slug: 'about-us', status: 'on', title: '关于', titleEn: 'About', body: '<p>好</p>', bodyEn: '<p>Good</p>' };

describe('checkPublicPage', () => {
  it('takes an address of small letters, digits and hyphens', () => {
    const refused = ['About', 'a b', 'a/b', '../admin', '关于', 'a'.repeat(61), 'a\n', '-a'];
    expect(refused.map((slug) => checkPublicPage({ ...whole, slug }))).toEqual(
      refused.map(() => ({ slug: { key: 'resources.publicPage.slugForm' } })),
    );
    expect(['terms', 'about-us', '2026'].map((slug) => checkPublicPage({ ...whole, slug }))).toEqual([{}, {}, {}]);
  });

  it('asks what is published for a text, in each language that it has a title in', () => {
    expect(checkPublicPage({ ...whole, body: '', bodyEn: '' })).toEqual({
      body: { key: 'resources.publicPage.publishedNeedsText' },
      bodyEn: { key: 'resources.publicPage.englishNeedsText' },
    });
    expect(checkPublicPage({ ...whole, status: 'draft', body: '', titleEn: '', bodyEn: '' })).toEqual({});
  });
});
