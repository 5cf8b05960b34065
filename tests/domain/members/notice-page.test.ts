import { expect, it } from 'vitest';
import { noticeAddressOf, noticeSearch } from '#domain/members/notice-page';

it('an address says which page of notices is listed and which is open, and what makes no sense in it is left at its default', () => {
  const none = { page: 1, noticeId: null };
  for (const search of ['', '?page=0&notice=0', '?page=-1&notice=x', '?page=1.5&notice=', '?notice=1&notice=2'])
    expect(noticeAddressOf(search)).toEqual(none);
  expect([noticeSearch(none), noticeSearch({ page: 1, noticeId: 4 }), noticeSearch({ page: 2, noticeId: 40 })]).toEqual([
    '',
    '?notice=4',
    '?page=2&notice=40',
  ]);
  expect(noticeAddressOf('?page=2&notice=40')).toEqual({ page: 2, noticeId: 40 });
});
