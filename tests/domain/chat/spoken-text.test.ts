import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenLanguage, spokenPieces, voiceFor, type SpokenVoice } from '#domain/chat/spoken-text';

const letters = (of: string): string => of.replaceAll(/[^a字]/gu, '');
const voice = (lang: string, more: Partial<SpokenVoice> = {}): SpokenVoice => ({ lang, localService: true, default: false, ...more });

describe('what is said of an answer', () => {
  it('are its words, without the marks of Markdown, addresses, and blocks of code and formulae', () => {
    const answer = [
      '## How to *sort* goods',
      '',
      '1. Open **Goods**, see [the help](/help/goods).',
      '- [ ] Press `Sort` ~~twice~~',
      '',
      '```ts',
      'const x = 1;',
      '```',
      '',
      '> Mind: snake_case stays, 2 * 3 * 4 too. https://example.com/a?b=1',
      '',
      '| Name | Price |',
      '| --- | ---: |',
      '| Mug | 3.50 |',
      '',
      '$$x^2$$',
      '![A cup](/cup.png)',
    ].join('\n');
    expect(spokenPieces(answer)).toEqual([
      'How to sort goods',
      'Open Goods, see the help.',
      '[ ] Press Sort twice',
      'Mind: snake_case stays, 2 * 3 * 4 too.',
      'Name, Price',
      'Mug, 3.50',
      'A cup',
    ]);
    expect(spokenPieces('```\ncode alone\n')).toEqual([]);
    expect(spokenPieces('~~~\n```\n~~~\nAfter.')).toEqual(['After.']);
  });

  it('comes in pieces that end with a sentence and are never long, and nothing is lost', () => {
    expect(spokenPieces('一。二！三？')).toEqual(['一。二！三？']);
    const pieces = spokenPieces('这是一句话。'.repeat(60));
    expect(pieces.every((piece) => piece.length <= 200 && piece.endsWith('。'))).toBe(true);
    expect(pieces.join('')).toBe('这是一句话。'.repeat(60));
    expect(spokenPieces('word '.repeat(100)).every((piece) => piece.length <= 200 && !/wor$|^ord/u.test(piece))).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '字', '。', '.', ' ', '\n', ',', '?') }), (text) => {
        const said = spokenPieces(text);
        return said.every((piece) => piece.length <= 200) && letters(said.join('')) === letters(text);
      }),
    );
  });

  it.each([
    ['怎样 import 一个 CSV 文件', 'en', 'zh'],
    ['Import a file of goods（商品）', 'zh-cn', 'en'],
    ['ファイルを取り込む', 'zh-cn', 'ja'],
    ['파일 가져오기', 'zh-cn', 'ko'],
    ['12,500', 'zh-cn', 'zh'],
    ['12,500', 'en', 'en'],
    ['看这里：\n```ts\nconst aVeryLongNameOfSomething = anotherVeryLongName;\n```', 'en', 'zh'],
  ] as const)('is in the language of its words: %s', (text, page, language) => {
    expect(spokenLanguage(text, page)).toBe(language);
  });

  it('is said by a voice of the device alone, one of the mainland before others', () => {
    const [remote, hongKong, mainland, english, usual] = [
      voice('zh-CN', { localService: false }),
      voice('zh-HK'),
      voice('zh_CN_#Hans'),
      voice('en-GB'),
      voice('en-US', { default: true }),
    ];
    expect(voiceFor([remote], 'zh')).toBeNull();
    expect(voiceFor([remote, hongKong], 'zh')).toBe(hongKong);
    expect(voiceFor([remote, hongKong, mainland], 'zh')).toBe(mainland);
    expect([voiceFor([english, usual], 'en'), voiceFor([english], 'en'), voiceFor([english], 'zh')]).toEqual([usual, english, null]);
  });
});
