import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '#server/features/chat/answer/chat-model';
import { siteWordsOf } from '#server/features/chat/words';

const PATTERN = 'abcd';
const units = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '密', '😀', '👩‍💻'), { maxLength: 40 });

type Words = Parameters<typeof siteWordsOf>[0];
const masks = (...patterns: readonly string[]): Words => patterns.map((pattern) => ({ pattern, place: 'both', deed: 'mask' }));
const refuses = (...patterns: readonly string[]): Words => patterns.map((pattern) => ({ pattern, place: 'both', deed: 'refuse' }));

/** What passes of an answer in these pieces; null where it is refused. */
function passed(words: Words, pieces: readonly string[]): string | null {
  const gate = siteWordsOf(words).gate();
  try {
    return [...pieces.map((piece) => gate.push(piece)), gate.rest()].join('');
  } catch (error) {
    if (error instanceof ModelError && error.reason === 'wordRefused') return null;
    throw error;
  }
}

it('masks a word however a text is cut into pieces, and leaves every character whole', () => {
  fc.assert(
    fc.property(units, (pieces) => {
      const gate = siteWordsOf([{ pattern: PATTERN, place: 'answer', deed: 'mask' }]).gate();
      const told = [...pieces.map((piece) => gate.push(piece)), gate.rest()];
      expect(told.join('')).toBe(pieces.join('').replaceAll(PATTERN, '****'));
      expect(told.filter((piece) => !piece.isWellFormed())).toEqual([]);
    }),
  );
});

it('comes to the same however a text is cut into pieces, whatever words begin or lie in others', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'C', '㎏', '密'), minLength: 1, maxLength: 4 }), { maxLength: 4 });
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'c', 'Ｃ', 'kg', '㎏', '密', '😀'), maxLength: 5 }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(words, words, pieces, (masked, refused, cut) => {
      const list = [...masks(...masked), ...refuses(...refused)];
      expect(passed(list, cut)).toBe(passed(list, [cut.join('')]));
      expect(passed(list, Array.from(cut.join('')))).toBe(passed(list, [cut.join('')]));
    }),
    { numRuns: 500 },
  );
});

describe('words that overlap', () => {
  it.each([[['xx foobar yy']], [['xx foo', 'bar yy']], [['xx f', 'oo', 'ba', 'r yy']]])(
    'refuse an answer where one of them is refused and another masked, cut as %j',
    (pieces) => {
      expect(passed([...masks('foo'), ...refuses('foobar')], pieces)).toBeNull();
      expect(passed([...masks('foo'), ...refuses('oobar')], pieces)).toBeNull();
    },
  );

  it('are masked to the end of the longest', () => {
    expect(passed(masks('赌', '赌博网站'), ['来赌博', '网站吧'])).toBe('来****吧');
    expect(siteWordsOf(masks('a', 'ab')).masked('cab')).toBe('c**');
  });
});

it('knows a word in any case and width', () => {
  const words = siteWordsOf([...masks('casino', 'straße', 'ΣΟΦΟΣ'), ...refuses('Kino')]);
  expect(words.masked('a ｃａｓｉｎｏ, CASINO, STRASSE, Straße and σοφος')).toBe('a ******, ******, *******, ****** and *****');
  expect(['KINO', 'ｋｉｎｏ', '\u212Aino', 'kin o'].map((text) => words.isRefused(text))).toEqual([true, true, true, false]);
  // A character that stands for several letters is hidden whole.
  expect(siteWordsOf(masks('5kg')).masked('a 5㎏ bag, a 15 kg bag')).toBe('a ** bag, a 15 kg bag');
});

it('lets a text through at once where no word is looked for in answers', () => {
  const gate = siteWordsOf([{ pattern: 'secret', place: 'question', deed: 'mask' }]).gate();
  expect([gate.push('a secr'), gate.push('et'), gate.rest()]).toEqual(['a secr', 'et', '']);
});

it('finds one of ten thousand words quickly', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `词${index.toString(36)}`);
  const words = siteWordsOf(masks(...many, 'zzlast'));
  const text = '这里有一个很长的问题，其中没有词。'.repeat(500);
  const begun = performance.now();
  expect(words.masked(`${text}zzlast`)).toBe(`${text}******`);
  const gate = words.gate();
  const told = Array.from(text, (character) => gate.push(character)).join('') + gate.rest();
  expect(told).toBe(text);
  expect(performance.now() - begun).toBeLessThan(5000);
});
