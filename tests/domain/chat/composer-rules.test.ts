import { expect, it } from 'vitest';
import { byPeriod } from '#domain/chat/conversation';
import { isSendKey, type KeyPress } from '#domain/chat/send-key';

const enter: KeyPress = {
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
};

const composing = { ...enter, key: 'Process', keyCode: 229, isComposing: true };
/** While it ends a composition, or chooses among what is offered for one. */
const taken = { ...enter, keyCode: 229, isComposing: true };

/** The keys that count of typing a word, its Enter and one more, as browsers tell them. */
const RECORDINGS = {
  'Chrome, pinyin': [
    { ...enter, key: 'Process', keyCode: 229, isComposing: true },
    { ...enter, key: 'Enter', keyCode: 229, isComposing: true },
    enter,
  ],
  // The composition has ended before the key is told.
  'Safari, pinyin': [{ ...enter, key: 'n', keyCode: 229 }, { ...enter, keyCode: 229 }, enter],
  // A key for the tone, the first Enter takes one of those that are offered, the second what is composed.
  'Chrome, zhuyin': [composing, { ...composing, key: ' ' }, taken, taken, enter],
  'Safari, zhuyin': [{ ...enter, key: 'ㄋ', keyCode: 229 }, taken, { ...enter, keyCode: 229 }, enter],
  // Syllables are composed of letters; what ends the last one is told as the key of the input method.
  'Chrome, Korean': [composing, composing, { ...composing, key: 'Enter' }, enter],
  'Safari, Korean': [{ ...enter, key: 'ㅎ', keyCode: 229 }, { ...enter, key: '한', keyCode: 229 }, { ...enter, keyCode: 229 }, enter],
  'Firefox, Korean': [composing, { ...enter, isComposing: true }, enter],
  'Firefox, Japanese': [{ ...enter, key: 'Process', keyCode: 229, isComposing: true }, { ...enter, keyCode: 13, isComposing: true }, enter],
} satisfies Record<string, readonly KeyPress[]>;

it.each<[string, readonly KeyPress[]]>(Object.entries(RECORDINGS))(
  'sends with the Enter behind those of an input method: %s',
  (_browser, keys) => {
    expect(keys.map((key) => isSendKey(key, 'enter'))).toEqual(keys.map((_, place) => place === keys.length - 1));
  },
);

it('breaks a line, or does what else a key does, with another key held', () => {
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 }, 'enter')).toBe(false);
  for (const held of ['shiftKey', 'altKey', 'ctrlKey', 'metaKey'] as const)
    expect(isSendKey({ ...enter, [held]: true }, 'enter')).toBe(false);
});

const sends = (held: Partial<KeyPress>): boolean => isSendKey({ ...enter, ...held }, 'ctrlEnter');

it('sends with Ctrl or the command key alone, where that was chosen, and never while an input method has the key', () => {
  expect([sends({}), sends({ shiftKey: true }), sends({ ctrlKey: true }), sends({ metaKey: true })]).toEqual([false, false, true, true]);
  expect([sends({ ctrlKey: true, shiftKey: true }), sends({ ctrlKey: true, altKey: true })]).toEqual([false, false]);
  expect([sends({ ctrlKey: true, isComposing: true }), sends({ ctrlKey: true, keyCode: 229 })]).toEqual([false, false]);
});

const at = (updateTime: number, isPinned = false) => ({ updateTime, isPinned });

it('sorts conversations by the day of the reader, pinned ones first, and leaves empty periods out', () => {
  const dayStart = 1_768_435_200;
  const today = at(dayStart);
  const yesterday = at(dayStart - 1);
  const sixDays = at(dayStart - 6 * 86_400);
  const older = at(dayStart - 6 * 86_400 - 1);
  const pinned = at(0, true);
  expect(byPeriod([pinned, today, yesterday, sixDays, older], dayStart)).toEqual([
    { period: 'pinned', list: [pinned] },
    { period: 'today', list: [today] },
    { period: 'week', list: [yesterday, sixDays] },
    { period: 'older', list: [older] },
  ]);
  expect(byPeriod([older], dayStart)).toEqual([{ period: 'older', list: [older] }]);
});
