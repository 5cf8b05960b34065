// @vitest-environment jsdom
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinkAddress } from '#domain/base/addresses/link';
import { cleanRichText } from '#domain/fields/rich-text';
import { richTextExcerpt } from '#domain/fields/rich-text-excerpt';

/** What an editor writes stays letter by letter. */
const KEPT = [
  '<p>Tea &amp; cake</p>',
  '<h1>One</h1><h2>Two</h2><h3>Three</h3>',
  '<p><strong>bold</strong> <em>italic</em> <s>gone</s> <u>line</u> <code>x &lt; y</code></p>',
  '<ul><li><p>a</p></li><li><p>b</p></li></ul><ol start="3"><li><p>c</p></li></ol>',
  '<blockquote><p>said</p></blockquote><pre><code>if (a &lt; b) { }</code></pre><hr />',
  '<p><a href="/goods/1">own</a></p>',
  '<p><a href="https://example.com/a?b=c&amp;d" target="_blank" rel="noopener noreferrer nofollow">away</a></p>',
  '<p><a href="mailto:a@example.com" target="_blank" rel="noopener noreferrer nofollow">write</a></p>',
  '<p><img src="/storage/default/a.png" alt="A cup" width="300" height="200" /></p>',
  '<p><img src="https://example.com/a.png" /></p>',
  '<table><tbody><tr><th colspan="2">head</th></tr><tr><td>a</td><td>b</td></tr></tbody></table>',
  '<p>茶 🍵 中文</p>',
] as const;

/** What was sent, and all that may be left of it. */
const HOSTILE: readonly (readonly [sent: string, left: string])[] = [
  // Scripts, in their many spellings.
  ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
  ['<p>a<SCRIPT SRC=//evil.example/x.js></SCRIPT>b</p>', '<p>ab</p>'],
  ['<p>a<script/x>alert(1)</script >b</p>', '<p>ab</p>'],
  ['<p>a<scr<script>ipt>alert(1)</scr</script>ipt></p>', '<p>aipt&gt;alert(1)ipt&gt;</p>'],
  ['<p>a<script>alert(1)', '<p>a</p>'],
  ['<p>a<style>p{background:url(javascript:alert(1))}</style></p>', '<p>a</p>'],
  // Handlers.
  ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['<p ONMOUSEOVER=alert(1)>a</p>', '<p>a</p>'],
  ['<p/onclick=alert(1)>a</p>', '<p>a</p>'],
  ['<p "onclick=alert(1)>a</p>', '<p>a</p>'],
  ['<p on\u0000click=alert(1)>a</p>', '<p>a</p>'],
  ['<p>a<img src="/a.png" onerror=alert(1) onload=alert(2)></p>', '<p>a<img src="/a.png" /></p>'],
  ['<p>a<img src="/a.png"/onerror=alert(1)></p>', '<p>a<img src="/a.png" /></p>'],
  ['<p>a<img src=`/a.png`onerror=alert(1)></p>', '<p>a</p>'],
  ['<p>a<img alt="x" src="/a.png" title=\'"><script>alert(1)</script>\'></p>', '<p>a<img src="/a.png" alt="x" title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" /></p>'],
  ['<p>a<details open ontoggle=alert(1)>b</details></p>', '<p>a</p>b<p></p>'],
  ['<p>a<body onload=alert(1)>b</p>', '<p>ab</p>'],
  // Addresses of links.
  ['<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="JaVaScRiPt:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="  javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="java\nscript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="jav&#x09;ascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="&#106;&#97;&#118;&#97;script:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="javascript&colon;alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="\u0001javascript:alert(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="vbscript:msgbox(1)">a</a></p>', '<p>a</p>'],
  ['<p><a href="data:text/html;base64,PHNjcmlwdD4=">a</a></p>', '<p>a</p>'],
  ['<p><a href="file:///etc/passwd">a</a></p>', '<p>a</p>'],
  ['<p><a href="//evil.example">a</a></p>', '<p>a</p>'],
  ['<p><a href="/\\evil.example">a</a></p>', '<p>a</p>'],
  ['<p><a href="/\t/evil.example">a</a></p>', '<p>a</p>'],
  ['<p><a href="https:\\\\evil.example">a</a></p>', '<p>a</p>'],
  ['<p><a href="x.html">a</a></p>', '<p>a</p>'],
  ['<p><a name="x" id="y">a</a></p>', '<p>a</p>'],
  ['<p><a href="/x" target="_top" rel="opener" ping="//evil.example" download>a</a></p>', '<p><a href="/x">a</a></p>'],
  ['<p><a href="javascript:x">a</a> <a href="/b">b</a><a href="y">c</a><img src=x></p>', '<p>a <a href="/b">b</a>c</p>'],
  // Addresses of pictures.
  ['<p>a<img src="javascript:alert(1)"></p>', '<p>a</p>'],
  ['<p>a<img src="data:image/svg+xml;base64,PHN2Zz4="></p>', '<p>a</p>'],
  ['<p>a<img src="http://example.com/a.png"></p>', '<p>a</p>'],
  ['<p>a<img src="//evil.example/a.png"></p>', '<p>a</p>'],
  ['<p>a<img src="x"></p>', '<p>a</p>'],
  ['<p>a<img src="/a.png" srcset="//evil.example/b.png 2x" lowsrc="javascript:1" dynsrc="javascript:1"></p>', '<p>a<img src="/a.png" /></p>'],
  ['<p>a<img src="/a.png" width="100%" height="9999999"></p>', '<p>a<img src="/a.png" /></p>'],
  // What frames, embeds, asks or leads elsewhere.
  ['<p>a</p><iframe src="https://evil.example">b</iframe>', '<p>a</p>'],
  ['<p>a</p><iframe srcdoc="<script>alert(1)</script>"></iframe>', '<p>a</p>'],
  ['<p>a</p><object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">', '<p>a</p>'],
  ['<p>a</p><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example"><link rel="stylesheet" href="//evil.example">', '<p>a</p>'],
  ['<p>a</p><form action="//evil.example"><input name="password"><button formaction="javascript:alert(1)">b</button></form>', '<p>a</p>b'],
  ['<p>a</p><video src="x" onerror=alert(1)></video><audio src="x" onerror=alert(1)></audio>', '<p>a</p>'],
  ['<p>a</p><marquee onstart=alert(1)>b</marquee>', '<p>a</p>b'],
  // Styles and names that change the page around the text.
  ['<p style="position:fixed;inset:0;background:url(//evil.example)">a</p>', '<p>a</p>'],
  ['<p style="width:expression(alert(1))" class="tp-shell" id="root">a</p>', '<p>a</p>'],
  ['<p data-action="delete" tabindex="0" contenteditable role="alert" slot="x" is="x-y">a</p>', '<p>a</p>'],
  // Other languages inside HTML, and texts that change their meaning when read again.
  ['<p>a</p><svg onload=alert(1)><script>alert(1)</script></svg>', '<p>a</p>'],
  ['<p>a</p><svg><a xlink:href="javascript:alert(1)"><text>b</text></a></svg>', '<p>a</p>b'],
  ['<p>a</p><svg><foreignObject><img src="/a.png" onerror=alert(1)></foreignObject></svg>', '<p>a</p><img src="/a.png" />'],
  ['<p>a</p><math><mi xlink:href="data:x,<script>alert(1)</script>">b</mi></math>', '<p>a</p>b'],
  ['<p>a</p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<p>a</p><table></table>'],
  ['<p>a</p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '<p>a</p>'],
  ['<p>a</p><textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>', '<p>a</p>"&gt;'],
  ['<p>a</p><template><script>alert(1)</script></template>', '<p>a</p>'],
  ['<p>a<!--><img src=x onerror=alert(1)>-->b</p>', '<p>a--&gt;b</p>'],
  ['<p>a<!--[if IE]><script>alert(1)</script><![endif]-->b</p>', '<p>ab</p>'],
  ['<p>a<![CDATA[<script>alert(1)</script>]]>b</p>', '<p>ab</p>'],
  ['<p>a<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>b</p>', '<p>a]&gt;b</p>'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['<p>&lt;img src=x onerror=alert(1)&gt;</p>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['<script>alert(1)</script>', ''],
  ['<custom-element>a</custom-element>', '<p>a</p>'],
]; // prettier-ignore

const TAGS = new Set('p br div span h1 h2 h3 h4 h5 h6 strong b em i u s del strike sub sup mark code pre blockquote ul ol li hr a img figure figcaption table caption thead tbody tfoot tr th td'.split(' ')); // prettier-ignore
const ATTRIBUTES = new Set(['href', 'title', 'target', 'rel', 'src', 'alt', 'width', 'height', 'start', 'colspan', 'rowspan']);

/** What a browser makes of the cleaned text, and what of that may not be there. Its parser is another than the sanitiser's. */
function trespassesIn(html: string): readonly string[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.querySelectorAll('*')].flatMap((element) => [
    ...(TAGS.has(element.localName) && element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? [] : [element.localName]),
    ...element
      .getAttributeNames()
      .filter(
        (name) =>
          !ATTRIBUTES.has(name) ||
          (name === 'href' && !isLinkAddress(element.getAttribute(name) ?? '')) ||
          (name === 'src' && !/^(?:\/(?!\/)|https:\/\/)/u.test(element.getAttribute(name) ?? '')),
      ),
  ]);
}

describe('cleaned rich text', () => {
  it.each(KEPT)('keeps %s', (html) => expect(cleanRichText(html)).toBe(html));

  it.each(HOSTILE)('%s', (sent, left) => {
    expect(cleanRichText(sent)).toBe(left);
    expect(trespassesIn(left)).toEqual([]);
    expect(cleanRichText(left)).toBe(left);
  });

  it('takes a text without elements as lines', () => {
    expect(cleanRichText('a & b\r\nc < d\n')).toBe('<p>a &amp; b</p><p>c &lt; d</p><p></p>');
  });

  it.each(['', '  \n', '<script>x</script>', '<!-- x -->'])('is nothing for %j', (html) => expect(cleanRichText(html)).toBe(''));

  it('flattens what is nested beyond reason, in reasonable time', () => {
    const clean = cleanRichText(`${'<b>'.repeat(20_000)}x`);
    expect(clean.match(/<b>/gu)).toHaveLength(40);
    expect(cleanRichText('<a href="'.repeat(20_000)).length).toBeLessThan(200_000);
  });

  it('holds for whatever is put together', () => {
    const whole = [...HOSTILE.map(([sent]) => sent), ...KEPT];
    const pieces = whole.flatMap((html) => html.split(/(?=[<"'=>])/u));
    const piece = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, { weight: 2, arbitrary: fc.constantFrom(...whole) }, fc.string({ maxLength: 4 }), fc.constantFrom('<', '>', '"', '&', '/', '<!--', '-->', '\u0000')); // prettier-ignore
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 25 }).map((parts) => parts.join('')),
        (html) => {
          expect(trespassesIn(cleanRichText(html))).toEqual([]);
        },
      ),
      { numRuns: 600 },
    );
  });
});

describe('an excerpt', () => {
  it.each([
    ['<h2>Green tea</h2><p>from <strong>Hang</strong>zhou</p>', 'Green tea from Hangzhou'],
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a b'],
    ['<p>a &amp; b &lt;c&gt; &quot;d&quot;&nbsp;&#39;e&#x27; &unknown;</p>', 'a & b <c> "d" \'e\' &unknown;'],
    ['<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
    ['<p>&#0; &#1114112;</p>', '&#0; &#1114112;'],
    ['<p><img src="/a.png" alt="cup" /></p>', ''],
    ['<p>a<script>alert(1)</script>b</p>', 'a b'],
    ['written\nby hand, 3 < 4', 'written by hand, 3 < 4'],
    ['<p>the page “Security” and sign in</p>', 'the page “Security” and sign in'],
    ['<p>打开“安全”。</p><p>再打开“设置”</p><p>即可</p>', '打开“安全”。再打开“设置”即可'],
    ['<p>再打开“Security”</p><p>即可</p>', '再打开“Security”即可'],
    ['', ''],
  ])('of %s is %s', (html, words) => expect(richTextExcerpt(html)).toBe(words));

  it('is short, counts letters as people do, and cuts no element in two', () => {
    expect(richTextExcerpt(`<p>${'🍵'.repeat(300)}</p>`)).toBe(`${'🍵'.repeat(200)}…`);
    expect(richTextExcerpt(`<p>${' '.repeat(3980)}tea <a href="/a/long/address">there</a></p>`)).toBe('tea');
  });
});
