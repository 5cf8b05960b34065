import { describe, expect, it } from 'vitest';
import { sheetAddress, sheetOrigins, sheetsIn, wrongSheetLine } from '#domain/settings/style-sheets';

describe('addresses of outside style sheets', () => {
  it.each([
    ['https://at.alicdn.com/t/c/font_1.css', 'https://at.alicdn.com/t/c/font_1.css'],
    ['//at.alicdn.com/t/font_1.css?x=1', 'https://at.alicdn.com/t/font_1.css?x=1'],
    ['http://127.0.0.1:9000/a.css', 'http://127.0.0.1:9000/a.css'],
    ['http://example.com/a.css', null],
    ['https://user:secret@example.com/a.css', null],
    ['javascript:alert(1)', null],
    ['data:text/css,', null],
    ['/own.css', null],
    ['', null],
  ])('%s: %s', (line, expected) => expect(sheetAddress(line)).toBe(expected));

  it('are one a line, each once, eight at most', () => {
    expect(sheetsIn(' //a.test/1.css \r\n\n//a.test/1.css\nhttp://b.test/x.css\nhttps://b.test/2.css')).toEqual([
      'https://a.test/1.css',
      'https://b.test/2.css',
    ]);
    const many = Array.from({ length: 9 }, (_, index) => `https://a.test/${index}.css`).join('\n');
    expect(sheetsIn(many)).toHaveLength(8);
    expect(wrongSheetLine(many)).toBe('https://a.test/8.css');
    expect(wrongSheetLine('https://a.test/1.css\nnonsense')).toBe('nonsense');
    expect(wrongSheetLine('\n//a.test/1.css\n')).toBeNull();
    expect(sheetsIn('')).toEqual([]);
  });

  it('come from hosts that are named once, and nothing of their paths', () =>
    expect(sheetOrigins(['https://a.test/1.css', 'https://a.test/2.css', 'http://127.0.0.1:9000/a.css'])).toEqual([
      'https://a.test',
      'http://127.0.0.1:9000',
    ]));
});
