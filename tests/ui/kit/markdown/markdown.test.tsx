import { render } from '@testing-library/react';
import { array, assert, constantFrom, property } from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { capNesting, MAX_LEVELS } from '#ui/kit/markdown/cap-nesting.ts';
import type { DrawCode } from '#ui/kit/markdown/draw-node.tsx';
import { Markdown } from '#ui/kit/markdown/Markdown.tsx';
import { MAX_BLOCK_LENGTH, parseBlock } from '#ui/kit/markdown/parse-block.ts';
import { splitBlocks } from '#ui/kit/markdown/split-blocks.ts';

const drawn = (text: string): string => renderToStaticMarkup(<Markdown text={text} />).replace(/^<div[^>]*>|<\/div>$/gu, '');
const levels = (html: string): number => [...html.matchAll(/<ul>/gu)].length;
const link = (href: string, words: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`;

describe('a text in Markdown', () => {
  it.each([
    ['plain', '<p>plain</p>'],
    ['# One\n\n### Three', '<h2>One</h2><h4>Three</h4>'],
    ['*a* **b** ~~c~~ `d`', '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>'],
    ['1. a\n2. b\n   - c', '<ol start="1"><li>a</li><li>b<ul><li>c</li></ul></li></ol>'],
    ['- [x] done\n- [ ] open', '<ul><li>☑ done</li><li>☐ open</li></ul>'],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
    ['```js\nlet a;\n```', '<pre tabindex="0"><code>let a;</code></pre>'],
    ['a\\\nb\n\n---', '<p>a<br/>b</p><hr/>'],
    [
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      '<div data-table="" tabindex="0"><table><thead><tr><th>a</th><th data-align="right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td data-align="right">2</td></tr></tbody></table></div>',
    ],
    ['[own](/help/undo)', `<p>${link('/help/undo', 'own')}</p>`],
    ['https://example.com/a', `<p>${link('https://example.com/a', 'https://example.com/a')}</p>`],
  ])('%s', (text, html) => expect(drawn(text)).toBe(html));

  it.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['[a](//evil.example)', '<p>a</p>'],
    ['![a](data:image/svg+xml,x)', '<p>a</p>'],
    ['![a](https://evil.example/p.png)', `<p>${link('https://evil.example/p.png', 'a')}</p>`],
  ])('makes nothing that it must not of %s', (text, html) => expect(drawn(text)).toBe(html));

  it('shows pictures of the own store alone', () => {
    const html = renderToStaticMarkup(
      <Markdown text="![a](/files/a.png) ![b](/b.png)" isOwnPicture={(address) => address.startsWith('/files/')} />,
    );
    expect(html).toContain('<img src="/files/a.png" alt="a" loading="lazy"/>');
    expect(html).toContain(link('/b.png', 'b'));
  });

  it('is read by blocks, which are drawn as the whole would be', () => {
    expect(splitBlocks('a\n\nb\nc\n\n- d\n\n- e\n\n  f\n\n```\ng\n\nh\n```\n\ni')).toEqual([
      'a\n',
      'b\nc\n\n- d\n\n- e\n\n  f\n',
      '```\ng\n\nh\n```\n',
      'i',
    ]);
    expect(splitBlocks('[a]\n\n[a]: https://example.com')).toHaveLength(1);
  });

  it('stands in parts of so many blocks where that is wanted, and draws the last of them alone again when it grows', () => {
    const drawnCode: string[] = [];
    const code: DrawCode = (source, _language, key) => {
      drawnCode.push(source);
      return <pre key={key}>{source}</pre>;
    };
    const blocks = ['# a', '```\nb\n```', 'c', '```\nd\n```', 'e'];
    const text = (count: number) => <Markdown text={blocks.slice(0, count).join('\n\n')} blocksPerPart={2} code={code} />;
    const { container, rerender } = render(text(4));
    const partsIn = () => [...container.querySelectorAll('[data-part]')].map(({ innerHTML }) => innerHTML);
    expect(partsIn()).toEqual(['<h2>a</h2><pre>b</pre>', '<p>c</p><pre>d</pre>']);
    rerender(text(5));
    expect(partsIn()).toEqual(['<h2>a</h2><pre>b</pre>', '<p>c</p><pre>d</pre>', '<p>e</p>']);
    rerender(<Markdown text={`${blocks.join('\n\n')}!`} blocksPerPart={2} code={code} />);
    expect(partsIn().at(-1)).toBe('<p>e!</p>');
    // Drawn a second time: its block has got the end of its line when the next one came.
    expect(drawnCode).toEqual(['b', 'd', 'd']);
  });

  it('nests only so deep, and keeps the words below', () => {
    expect(levels(drawn(`${'- '.repeat(5)}word`))).toBe(5);
    const deep = drawn(`${'- '.repeat(40)}word`);
    expect(levels(deep)).toBe(MAX_LEVELS);
    expect(deep).toContain('word');
    expect(capNesting(`${'- '.repeat(21)}x\n`.repeat(60))).toBeNull();
    expect(capNesting('```\n' + '- '.repeat(40) + '\n```')).toContain('- '.repeat(40));
    expect(parseBlock('a'.repeat(MAX_BLOCK_LENGTH + 1)).children).toHaveLength(1);
  });
});

const TAGS = /^<\/?(?:div|p|h[2-6]|em|strong|del|code|pre|br|hr|blockquote|ol|ul|li|table|thead|tbody|tr|th|td|a|sup|aside)(?: |>|\/>)/u;
const ATTRIBUTES =
  /^(?:class="[\w-]+"|data-table=""|data-align="(?:left|right|center)"|tabindex="0"|start="\d+"|target="_blank"|rel="noopener noreferrer nofollow"|href="(?:https?:\/\/|mailto:|tel:|\/(?!\/))[^"]*")$/iu;

const HOSTILE = [
  '<script>',
  '</p>',
  '<img src=x onerror=y>',
  '<svg/onload=1>',
  '<!--',
  ']]>',
  '<a href="javascript:1">',
  '&lt;',
  '&#x6a;avascript:',
  '\u2028',
  '\0',

  '[a](javascript:1)',
  '[a](JaVaScRiPt:1)',
  '[a](data:text/html,1)',
  '[a](//x.y)',
  '[a](/\\x.y)',
  '[a](vbscript:1 "t")',
  '![a](data:image/svg+xml,1)',
  '[a]: javascript:1',

  '<https://x.y/"onx=1>',
  '<javascript:1>',
  'www.x.y/"a',
  'https://x.y/<b>',
  'a@b.c',
  '[^1]',
  '[^1]: b',
  '`',
  '```',
  '~~~',
  '**',
  '_',
  '~~',
  '> ',
  '- ',
  '1. ',
  '# ',
  '|a|b|\n|-|-|\n',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '\\',
  '[',
  ']',
  '(',
  ')',
  '!',
  '"',
  "'",
  'style="x"',
  'onclick=1',
  'word',
  '中文',
];

it('makes of thousands of hostile texts no element, attribute or address that is not on the list', () => {
  const hostile = array(constantFrom(...HOSTILE), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  assert(
    property(hostile, (text) => {
      for (const tag of renderToStaticMarkup(<Markdown text={text} />).match(/<[^>]*>/gu) ?? []) {
        expect(tag).toMatch(TAGS);
        for (const [attribute] of tag.matchAll(/[\w-]+="[^"]*"/gu)) expect(attribute).toMatch(ATTRIBUTES);
      }
    }),
    { numRuns: effort(2500, 10_000), seed: 7 },
  );
}, 120_000);
