import { expect, it } from 'vitest';
import type { WireMemberRule } from '#api/contract/session/member-info';
import { headNavigation } from '#server/features/site/head-navigation';

let ids = 0;
const rule = (title: string, more: Partial<WireMemberRule> = {}): WireMemberRule =>
  ({ id: (ids += 1), pid: 0, type: 'nav', title, name: title, path: '', icon: '', menu_type: 'tab', url: '', ...more }) as WireMemberRule;
const told = (...rules: WireMemberRule[]) =>
  headNavigation(rules, 'en').map(({ title, href, isExternal, children }) => [title, href, isExternal, children.map((one) => one.title)]);

it('the navigation of the header has two levels, pages in the language of the reader, and links that lead out', () => {
  const deep = rule('third', { path: 'third' });
  const below = rule('second', { path: '/goods', children: [deep] });
  expect(
    told(
      rule('Goods', { path: 'goods', children: [below] }),
      rule('Docs', { menu_type: 'link', url: 'https://docs.example/a' }),
      rule('Frame', { menu_type: 'iframe', url: 'https://frame.example/' }),
      rule('Group', { children: [rule('inside', { path: 'inside' })] }),
      rule('hidden', { type: 'menu', path: 'hidden' }),
    ),
  ).toEqual([
    ['Goods', '/en/goods', false, ['second', 'third']],
    ['Docs', 'https://docs.example/a', true, []],
    ['Frame', `/user/iframe/${encodeURIComponent('https://frame.example/')}`, false, []],
    ['Group', '', false, ['inside']],
  ]);
});

it.each([
  ['/goods?order=newest', '/en/goods?order=newest'],
  ['/goods/7#price', '/en/goods/7#price'],
  ['notices/', '/en/notices'],
  ['/?from=menu', '/en?from=menu'],
  ['/en/goods?page=2', '/en/goods?page=2'],
  ['/user?tab=1', '/user?tab=1'],
])('the navigation of the header leads by %s to the page in the language of the reader', (path, href) => {
  expect(told(rule('x', { path }), rule('y', { menu_type: 'link', url: path })).map((one) => one[1])).toEqual([href, href]);
});

it.each(['javascript:alert(1)', 'data:text/html,x', '/\\elsewhere.example', 'vbscript:x', ''])(
  'the navigation of the header leads nowhere by %j',
  (url) => {
    const links = (['link', 'iframe', 'tab'] as const).flatMap((kind) => told(rule('x', { menu_type: kind, url, path: url })));
    // What is no address is at most a path of this site.
    for (const [, href] of links) expect(href).toMatch(/^\/(?![/\\])/u);
  },
);
