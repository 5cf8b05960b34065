import { expect, it } from 'vitest';
import { ledgerQueryOf, ledgerSearch, unfiltered } from '#domain/members/ledger-page';
import { reasonsOf } from '#domain/members/ledger-reasons';

it('an address says which entries are wanted, and what makes no sense in it is left at its default', () => {
  const all = { page: 1, limit: 10, sign: '', reason: '', from: '', to: '' };
  expect(ledgerQueryOf('')).toEqual(all);
  expect(ledgerQueryOf('?page=0&limit=7&sign=both&kind=sample&from=2026-1-1')).toEqual(all);
  const search = '?page=2&limit=20&sign=plus&kind=chat&from=2026-01-01&to=2026-01-31';
  expect(ledgerSearch(ledgerQueryOf(search))).toBe(search);
  expect(unfiltered(ledgerQueryOf(search))).toEqual({ ...all, page: 2, limit: 20 });
});

it('nobody is offered what their ledger never has', () => {
  expect([reasonsOf('balance'), reasonsOf('integral')]).toEqual([
    ['adjustment', 'chat'],
    ['adjustment', 'dailyCheckIn', 'chat'],
  ]);
});
