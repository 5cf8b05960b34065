import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptAround, withoutMarks } from '#domain/chat/plain-words';

const TABLE = '目前在售：\n\n| 商品 | 分类 | 价格 (CNY) |\n| --- | --- | --- |\n| [碧螺春](/goods/1) 50 克 | 绿茶 | **88.00** |';

describe('the words of a Markdown text', () => {
  it('have no marks, and neither lines nor addresses of what is drawn', () => {
    expect(withoutMarks(TABLE).split(/\n+/u)).toEqual(['目前在售：', '商品, 分类, 价格 (CNY)', '碧螺春 50 克, 绿茶, 88.00']);
    expect(withoutMarks('## 步骤\n1. 打开 **我的数据**\n```ts\nconst a_b = 2 * 3;\n```').split(/\n+/u)).toEqual([
      '步骤',
      '打开 我的数据',
      'const a_b = 2 * 3;',
      '',
    ]);
  });

  it.each([
    ['say ~~~ here', 'say ~~~ here'],
    ['`js', '`js'],
    ['say ```js here', 'say js here'],
    ['```` a ``` b', ''],
    ['x ```` a ``` b', 'x  a  b'],
    ['x ```a``` b', 'x a b'],
    ['~x', '~x'],
    ['tea --', 'tea --'],
    ['-', '-'],
    ['--- text', '--- text'],
    ['>> said', 'said'],
    ['12. twelfth', 'twelfth'],
    ['#   far', 'far'],
    ['|a|b|', 'a, b'],
    ['| a |  ', 'a'],
    ['a|b', 'a, b'],
    ['``a`b``', 'a`b'],
  ])('of %j are %j', (markdown, words) => expect(withoutMarks(markdown)).toBe(words));

  it.each([
    ['short needle', 'short needle'],
    ['   needle   ', 'needle'],
    [`needle${'b'.repeat(114)}`, `needle${'b'.repeat(114)}`],
    [`needle${'b'.repeat(115)}`, `needle${'b'.repeat(114)}…`],
    // Nothing but blanks comes behind what is read, or something does.
    [`needle${' '.repeat(650)}`, 'needle'],
    [`needle${' '.repeat(650)}end`, 'needle…'],
    [`${'a'.repeat(31)}needle`, `…${'a'.repeat(30)}needle`],
    [`Above\n${'b'.repeat(30)}needle`, `…${'b'.repeat(30)}needle`],
    [`\n\n${'b'.repeat(30)}needle`, `${'b'.repeat(30)}needle`],
  ])('say of %j where it goes on: %j', (markdown, excerpt) => expect(excerptAround(markdown, 'needle')).toBe(excerpt));

  it('stand around what was looked for, wherever it is, or its source where only that has it', () => {
    expect(excerptAround(TABLE, '目前在')).toBe('目前在售： 商品, 分类, 价格 (CNY) 碧螺春 50 克, 绿茶, 88.00');
    expect(excerptAround(TABLE, '/goods/1')).toContain('](/goods/1)');
    expect(excerptAround(`${'a'.repeat(2000)}\n\n## Steps\n- take the **Needle** up\n\n${'b '.repeat(2000)}`, 'needle')).toMatch(
      /^…a{10,15} Steps take the Needle up (?:b ?){20,}…$/u,
    );
  });

  it('are few, and have what was looked for, in any text', () => {
    const part = fc.constantFrom('**', '[', '](', ')', '|', '\n', '- ', '```', '_', 'ab', '字 ', '# ', 'A');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), fc.array(part, { maxLength: 400 }), (before, behind) => {
        const excerpt = excerptAround(`${before.join('')}needle${behind.join('')}`, 'NEEDLE');
        expect(excerpt).toContain('needle');
        expect(excerpt.length).toBeLessThan(123);
      }),
    );
  });

  it('are found in the longest text of brackets at once', () => {
    const began = performance.now();
    excerptAround(`${'['.repeat(60_000)}needle`, 'needle');
    withoutMarks('['.repeat(60_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
