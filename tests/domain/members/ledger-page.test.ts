import { expect, it } from 'vitest';
import { ledgerQueryOf, ledgerSearch, pageCount, unfiltered } from '#domain/members/ledger-page';
import { reasonsOf } from '#domain/members/ledger-reasons';

it('an address says which entries are wanted, and what makes no sense in it is left at its default', () => {
  const all = { page: 1, limit: 10, sign: '', reason: '', from: '', to: '' };
  expect(ledgerQueryOf('')).toEqual(all);
  expect(ledgerQueryOf('?page=0&limit=7&sign=both&kind=sample&from=2026-1-1')).toEqual(all);
  const search = '?page=2&limit=20&sign=plus&kind=chat&from=2026-01-01&to=2026-01-31';
  expect(ledgerSearch(ledgerQueryOf(search))).toBe(search);
  expect(unfiltered(ledgerQueryOf(search))).toEqual({ ...all, page: 2, limit: 20 });
});

it.each([
  ['?page=1.5', 1],
  ['?page=9007199254740993', 1],
  ['?page=-1', 1],
  ['?page=2&page=3', 1],
  ['?page=9007199254740991', 9_007_199_254_740_991],
])('%j asks for page %j', (search, page) => {
  expect(ledgerQueryOf(search).page).toBe(page);
});

it.each([
  ['?sign=plus', 'plus'],
  ['?sign=minus', 'minus'],
  ['?sign=', ''],
  ['?sign=plus&sign=minus', ''],
])('%j asks for the sign %j', (search, sign) => {
  expect(ledgerQueryOf(search).sign).toBe(sign);
});

it.each([
  ['?from=2026-01-01&to=2026-02-01', '2026-01-01', '2026-02-01'],
  ['?from=0202-01-01&to=1899-12-31', '', ''],
  ['?from=1900-01-01&to=2026-02-01', '1900-01-01', '2026-02-01'],
  ['?from=x2026-01-01&to=2026-02-01x', '', ''],
])('%j asks for the days %j to %j', (search, from, to) => {
  expect(ledgerQueryOf(search)).toMatchObject({ from, to });
});

it('what every address asks for stands in none', () => {
  expect(ledgerSearch(ledgerQueryOf('?page=1&limit=10'))).toBe('');
  expect(ledgerSearch(ledgerQueryOf('?sign=minus'))).toBe('?sign=minus');
});

it.each([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [201, 100, 3],
])('%j entries by %j stand on %j pages', (total, limit, pages) => {
  expect(pageCount(total, limit)).toBe(pages);
});

it('nobody is offered what their ledger never has', () => {
  expect([reasonsOf('money'), reasonsOf('score')]).toEqual([
    ['adjustment', 'chat'],
    ['adjustment', 'dailyCheckIn', 'chat'],
  ]);
});
