import { describe, expect, it } from 'vitest';
import { checkNotice } from './notice.rules.ts';

const whole = { status: 'on', title: '通知', titleEn: 'News', body: '<p>好</p>', bodyEn: '<p>Good</p>', publishTime: 100, expireTime: 101 };

describe('checkNotice', () => {
  it('asks what is published for a text, in each language that it has a title in', () => {
    expect(checkNotice({ ...whole, body: '', bodyEn: '' })).toEqual({
      body: { key: 'resources.notice.publishedNeedsText' },
      bodyEn: { key: 'resources.notice.englishNeedsText' },
    });
    expect(checkNotice({ ...whole, status: 'draft', body: '', titleEn: '', bodyEn: '' })).toEqual({});
  });

  it('lets nothing end before it began', () => {
    expect(checkNotice({ ...whole, expireTime: 100 })).toEqual({ expireTime: { key: 'resources.notice.expiresAfterPublication' } });
    expect([checkNotice(whole), checkNotice({ ...whole, publishTime: null, expireTime: 1 })]).toEqual([{}, {}]);
  });
});
