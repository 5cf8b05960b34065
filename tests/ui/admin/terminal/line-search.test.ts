import { describe, expect, it } from 'vitest';
import { createLineSearch } from '#ui/admin/terminal/matching-lines.ts';

const ESCAPE = '\u001b';

/** Lines that count how often their text is read. */
function countedLines(texts: readonly string[]) {
  const reads: number[] = [];
  const lines: { readonly text: string }[] = [];
  const add = (more: readonly string[]) => {
    for (const text of more) {
      const index = lines.length;
      lines.push({
        get text() {
          reads.push(index);
          return text;
        },
      });
    }
  };
  add(texts);
  return { lines, reads, add };
}

describe('a search in lines that still come', () => {
  it('ignores case and colours, and finds nothing for nothing', () => {
    const lines = [{ text: 'Error' }, { text: `${ESCAPE}[31mER${ESCAPE}[0mROR` }, { text: 'fine' }];
    const search = createLineSearch();
    expect(search(lines, 3, 'error')).toEqual([0, 1]);
    expect(search(lines, 3, '')).toEqual([]);
    expect(search(lines, 1, 'e')).toEqual([0]);
  });

  it('reads each line once for a text', () => {
    const { lines, reads, add } = countedLines(['one', 'two']);
    const search = createLineSearch();
    expect(search(lines, 2, 'o')).toEqual([0, 1]);
    add(['three', 'four']);
    expect(search(lines, 4, 'o')).toEqual([0, 1, 3]);
    expect(search(lines, 4, 'o')).toEqual([0, 1, 3]);
    expect(reads).toEqual([0, 1, 2, 3]);
    expect(search(lines, 4, 't')).toEqual([1, 2]);
  });

  it('begins anew with another run', () => {
    const search = createLineSearch();
    expect(search([{ text: 'a' }], 1, 'a')).toEqual([0]);
    expect(search([{ text: 'b' }, { text: 'a' }], 2, 'a')).toEqual([1]);
  });
});
