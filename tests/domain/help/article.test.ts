import { describe, expect, it } from 'vitest';
import { parseHelpArticle, slugOfLink } from '#domain/help/article';

const ASKS = ['  - one', '  - two', '  - three', '  - four', '  - five'];
const article = (facts: readonly string[], body = 'Text.') => `---\n${facts.join('\n')}\n---\n${body}\n`;
const FACTS = ['title: Tea', 'asks:', ...ASKS, 'route: /admin/goods/goods', 'audience: admin', 'node: goods/Goods/index'];

describe('an article of the help', () => {
  it('is read with its facts and its text', () => {
    expect(parseHelpArticle('tea', article(FACTS, '\nPour: water.\n\n---\n\nDrink.'))).toEqual({
      slug: 'tea',
      title: 'Tea',
      asks: ['one', 'two', 'three', 'four', 'five'],
      also: [],
      route: '/admin/goods/goods',
      audience: 'admin',
      node: 'goods/goods/index',
      isFirst: false,
      body: 'Pour: water.\n\n---\n\nDrink.',
    });
    expect(parseHelpArticle('tea', article([...FACTS, 'first: yes'])).isFirst).toBe(true);
    expect(parseHelpArticle('tea', article([...FACTS, 'also: brew, green leaf，茶,'])).also).toEqual(['brew', 'green leaf', '茶']);
    expect(parseHelpArticle('tea', article(FACTS.slice(0, -1)).replaceAll('\n', '\r\n')).node).toBe('');
  });

  it.each([
    ['Tea', article(FACTS), 'has a name that is no slug'],
    ['a'.repeat(61), article(FACTS), 'has a name that is no slug'],
    ['tea', 'title: Tea', 'does not begin with its facts between lines of dashes'],
    ['tea', article(['title: Tea', ...FACTS]), 'has a line that cannot be read: title: Tea'],
    ['tea', article([...FACTS, 'colour: green']), 'has a line that cannot be read: colour: green'],
    ['tea', article([...FACTS, '  - stray']), 'has a line that cannot be read:   - stray'],
    ['tea', article(FACTS.filter((line) => !line.startsWith('route'))), 'lacks route'],
    ['tea', article(FACTS.map((line) => (line === 'title: Tea' ? 'title:' : line))), 'lacks title'],
    ['tea', article(FACTS.map((line) => line.replace('audience: admin', 'audience: king'))), 'is for an unknown audience'],
    ['tea', article(FACTS.map((line) => line.replace('- five', '- four'))), 'has fewer than 5 ways of asking'],
    ['tea', article(FACTS, ''), 'is empty'],
    ['tea', article([...FACTS, 'first: no']), 'is first, or does not say so'],
  ])('is refused with words (%#)', (slug, text, reason) => {
    expect(() => parseHelpArticle(slug, text)).toThrow(new Error(`The help article ${slug} ${reason}`));
  });

  it('is found behind links of the help alone', () => {
    expect(['/help/undo', '/help/', '/help/Undo', '/help/a/b', 'https://x.y/help/undo', '/admin', '/help/undo?x'].map(slugOfLink)).toEqual([
      'undo',
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
