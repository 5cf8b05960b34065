import { expect, it } from 'vitest';
import { articleOfPage, sortedContents, type HelpHeading } from '#domain/help/help-page';

const heading = (slug: string, route: string, audience: HelpHeading['audience']): HelpHeading => ({
  slug,
  title: slug,
  route,
  audience,
});

const goods = heading('goods', '/admin/goods/goods', 'admin');
const more = heading('more-goods', '/admin/goods/goods', 'admin');
const balance = heading('balance', '/user/account/balance', 'member');
const notices = heading('notices', '/admin/routine/notice', 'admin');
const contents = [balance, goods, notices, more];

it('the help lists what is about the page before the rest, and the pages of the reader before those of others', () => {
  expect(sortedContents(contents, '/admin/goods/goods', 'admin')).toEqual({ ofPage: [goods, more], others: [notices, balance] });
  expect(sortedContents(contents, '/user/account/balance', 'member')).toEqual({ ofPage: [balance], others: [goods, notices, more] });
  expect(sortedContents(contents, '/', 'member')).toEqual({ ofPage: [], others: [balance, goods, notices, more] });
});

it('the help opens the first article that is about a page', () => {
  expect(articleOfPage(contents, '/admin/goods/goods')).toBe(goods);
  expect(articleOfPage(contents, '/admin/goods')).toBeUndefined();
});
