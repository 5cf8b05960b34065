import { describe, expect, it } from 'vitest';
import { defaultPreference, isFixedKind, MESSAGE_KINDS } from '#domain/members/message-kinds';
import {
  checkStaffWords,
  NO_STAFF_WORDS,
  STAFF_TEXT_MAX,
  STAFF_TITLE_MAX,
  staffWordsIn,
  trimStaffWords,
  type StaffWords,
} from '#domain/members/staff-message';

const REQUIRED = { key: 'validation.required' };
const tooLong = (max: number) => ({ key: 'validation.maxLength', params: { max } });
const words = (some: Partial<StaffWords> = {}): StaffWords => ({ ...NO_STAFF_WORDS, title: '停机', text: '今晚十点停机。', ...some });

/** A character of two units of UTF-16, as which its length is counted once. */
const WIDE = '𠮷';

describe('what administrators write to members', () => {
  it.each([
    [words(), {}],
    [NO_STAFF_WORDS, { title: REQUIRED, text: REQUIRED }],
    [words({ title: '\u200b \u2800' }), { title: REQUIRED }],
    [words({ titleEn: 'Downtime', textEn: 'Tonight at ten.' }), {}],
    [words({ titleEn: 'Downtime' }), { textEn: REQUIRED }],
    [words({ textEn: 'Tonight at ten.' }), { titleEn: REQUIRED }],
    [words({ titleEn: ' ', textEn: '\u200b' }), {}],
    [words({ title: WIDE.repeat(STAFF_TITLE_MAX), text: WIDE.repeat(STAFF_TEXT_MAX) }), {}],
    [words({ title: WIDE.repeat(STAFF_TITLE_MAX + 1) }), { title: tooLong(STAFF_TITLE_MAX) }],
    [words({ text: 'a'.repeat(STAFF_TEXT_MAX + 1) }), { text: tooLong(STAFF_TEXT_MAX) }],
    [words({ titleEn: 'a'.repeat(STAFF_TITLE_MAX + 1), textEn: 'a' }), { titleEn: tooLong(STAFF_TITLE_MAX) }],
    [words({ titleEn: 'a', textEn: 'a'.repeat(STAFF_TEXT_MAX + 1) }), { textEn: tooLong(STAFF_TEXT_MAX) }],
    // Blanks alone are nothing up to twice the length, and too much beyond it.
    [words({ title: ' '.repeat(2 * STAFF_TITLE_MAX) }), { title: REQUIRED }],
    [words({ title: ' '.repeat(2 * STAFF_TITLE_MAX + 1) }), { title: tooLong(STAFF_TITLE_MAX) }],
    [words({ textEn: ' '.repeat(2 * STAFF_TEXT_MAX) }), {}],
    [words({ textEn: ' '.repeat(2 * STAFF_TEXT_MAX + 1) }), { titleEn: REQUIRED, textEn: tooLong(STAFF_TEXT_MAX) }],
    [words({ titleEn: ' '.repeat(2 * STAFF_TITLE_MAX + 1) }), { titleEn: tooLong(STAFF_TITLE_MAX), textEn: REQUIRED }],
  ])('case %# is judged field by field', (given, issues) => {
    expect(checkStaffWords(given)).toEqual(issues);
  });

  it('is kept in one line where it is a title, and with line ends of one kind where it is a text', () => {
    expect(
      trimStaffWords({ title: ' 停机\r\n 通知 ', text: ' 一\r\n二\r三\n\n四  五 ', titleEn: '\u200b', textEn: ' \u2800\r\n' }),
    ).toEqual({ title: '停机 通知', text: '一\n二\n三\n\n四  五', titleEn: '', textEn: '' });
  });

  it('is left as it is where it is far too long', () => {
    const title = ' '.repeat(2 * STAFF_TITLE_MAX + 1);
    const text = '\r'.repeat(2 * STAFF_TEXT_MAX + 1);
    const long = { title, text, titleEn: title, textEn: text };
    expect(trimStaffWords(long)).toEqual(long);
    expect(trimStaffWords({ ...long, title: title.slice(1), text: text.slice(1) })).toEqual({ ...long, title: '', text: '' });
  });

  it('is read in English where there is English', () => {
    const both = words({ titleEn: 'Downtime', textEn: 'Tonight at ten.' });
    expect(staffWordsIn('en', both)).toEqual({ title: 'Downtime', text: 'Tonight at ten.' });
    expect(staffWordsIn('zh-cn', both)).toEqual({ title: '停机', text: '今晚十点停机。' });
    expect(staffWordsIn('en', words())).toEqual({ title: '停机', text: '今晚十点停机。' });
  });
});

it('a message to members comes by mail before anybody has chosen only where it is about safety, which nobody can refuse', () => {
  expect(MESSAGE_KINDS.map(defaultPreference)).toEqual([
    { kind: 'security', byMail: true, inApp: true },
    { kind: 'balance', byMail: false, inApp: true },
    { kind: 'score', byMail: false, inApp: true },
    { kind: 'system', byMail: false, inApp: true },
  ]);
  expect(MESSAGE_KINDS.filter(isFixedKind)).toEqual(['security']);
});
