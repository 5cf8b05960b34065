import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fatesOf } from '#domain/designer/source/ejection';
import { mergeLines, mergeWords } from '#domain/designer/source/merge-texts';

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const base = text('a', 'b', 'c', 'd', 'e');
const field = (inside: string): string => text('fields: {', `  size: { ${inside} },`, '}');

const printed = (path: string, said: string) => [{ path, text: said }];

describe('three texts', () => {
  it('become one where each side changed other lines', () => {
    expect(mergeLines(base, text('a', 'ours', 'c', 'd', 'e'), text('a', 'b', 'c', 'd', 'theirs', 'f'))).toBe(
      text('a', 'ours', 'c', 'd', 'theirs', 'f'),
    );
  });

  it('become none where both changed one line', () => {
    expect(mergeLines(base, text('a', 'ours', 'c', 'd', 'e'), text('a', 'theirs', 'c', 'd', 'e'))).toBeNull();
  });

  it('become one where both changed a line alike', () => {
    const both = text('a', 'both', 'c', 'd', 'e');
    expect(mergeLines(base, both, both)).toBe(both);
  });

  it('become one where one side did what the other did, with lines of its own between', () => {
    const more = text('a', '// why', 'both', 'c', 'd', 'e');
    expect(mergeLines(base, more, text('a', 'both', 'c', 'd', 'e', 'f'))).toBe(text('a', '// why', 'both', 'c', 'd', 'e', 'f'));
    // What the other side took away is not brought back, nor what it wrote left out.
    expect(mergeLines(base, text('a', 'b', 'both', 'd', 'e'), text('a', 'both', 'd', 'e'))).toBeNull();
    expect(mergeLines(base, more, text('a', 'both', 'theirs', 'c', 'd', 'e'))).toBeNull();
  });

  it('become one where both said the same of a field in another order, and none where a list has another one', () => {
    const from = field("kind: 'select', options: ['s', 'm']");
    const hand = field("kind: 'select', options: ['s', 'm'], required: true, widthPx: 80");
    expect(mergeLines(from, hand, field("kind: 'select', widthPx: 80, required: true, options: ['s', 'm']"))).toBe(hand);
    expect(mergeLines(from, hand, field("kind: 'select', widthPx: 80, required: true, options: ['m', 's']"))).toBeNull();
    expect(mergeLines(from, hand, field("kind: 'select', widthPx: 80, options: ['s', 'm']"))).toBeNull();
  });

  it('keep what one side did where the other did nothing', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', '  c'), { maxLength: 12 }).map((all) => text(...all));
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        expect(mergeLines(from, to, from)).toBe(to);
        expect(mergeLines(from, from, to)).toBe(to);
      }),
    );
  });
});

describe('three message files', () => {
  const words = { menu: { 'lab.x': 'X' }, fields: { id: 'ID', title: 'Title', note: 'Note' } };

  it('become one where each side changed other words, also such that stand beside each other', () => {
    expect(
      mergeWords(
        words,
        { ...words, fields: { id: 'ID', title: 'Heading', note: 'Note' }, windows: { card: 'Card' } },
        { ...words, fields: { id: 'ID', title: 'Title', place: 'Place', note: 'Remark' } },
      ),
    ).toEqual({
      menu: { 'lab.x': 'X' },
      fields: { id: 'ID', title: 'Heading', place: 'Place', note: 'Remark' },
      windows: { card: 'Card' },
    });
  });

  it('put a new word where it stands on its side', () => {
    const merged = mergeWords(words, words, { ...words, fields: { code: 'Code', id: 'ID', title: 'Title', place: 'Place', note: 'Note' } });
    expect(JSON.stringify(merged?.['fields'])).toBe('{"code":"Code","id":"ID","title":"Title","place":"Place","note":"Note"}');
  });

  it('lose a word that one side took away, and become none where the other changed it', () => {
    const shorter = { ...words, fields: { id: 'ID', title: 'Title' } };
    expect(mergeWords(words, words, shorter)).toEqual(shorter);
    expect(mergeWords(words, { ...words, fields: { ...words.fields, note: 'Remark' } }, shorter)).toBeNull();
  });
});

const fate = (ours: string | undefined, theirs: string, isUntouched = false) =>
  fatesOf(printed('x.resource.ts', theirs), {
    texts: ours === undefined ? {} : { 'x.resource.ts': ours },
    base: printed('x.resource.ts', base),
    isUntouched: () => isUntouched,
  })[0];

describe('files of a folder', () => {
  it('are new, the same, written again, merged or left alone', () => {
    const theirs = text('a', 'b', 'c', 'd', 'theirs');
    expect(fate(undefined, theirs)).toMatchObject({ fate: 'new', text: theirs });
    expect(fate(theirs, theirs)).toEqual({ path: 'x.resource.ts', text: theirs, fate: 'same', patch: '' });
    expect(fate(text('old'), theirs, true)).toMatchObject({ fate: 'written', text: theirs });
    expect(fate(text('ours', 'b', 'c', 'd', 'e'), theirs)).toMatchObject({ fate: 'merged', text: text('ours', 'b', 'c', 'd', 'theirs') });
    expect(fate(text('ours', 'b', 'c', 'd', 'e'), base)).toMatchObject({ fate: 'same', text: text('ours', 'b', 'c', 'd', 'e') });
    const ours = text('a', 'b', 'c', 'd', 'ours');
    expect(fate(ours, theirs)).toEqual({
      path: 'x.resource.ts',
      text: ours,
      fate: 'conflict',
      patch: [
        '===================================================================',
        '--- a/x.resource.ts',
        '+++ b/x.resource.ts',
        '@@ -2,4 +2,4 @@',
        ' b',
        ' c',
        ' d',
        '-e',
        '+theirs',
        '',
      ].join('\n'),
    });
  });
});
