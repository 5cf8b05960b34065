import { queryOf, searchPartOf } from '../base/addresses/query.ts';

/** Which page of notices is listed, and which of them is open; both stand in the address. */
export interface NoticeAddress {
  readonly page: number;
  /** null for none. */
  readonly noticeId: number | null;
}

const positive = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : 0;
  return number > 0 ? number : null;
};

/** What an address asks for; what makes no sense is left at its default. */
export function noticeAddressOf(search: string): NoticeAddress {
  const { page, notice } = queryOf(search);
  return { page: positive(page) ?? 1, noticeId: positive(notice) };
}

/** The shortest address that asks for this. */
export const noticeSearch = ({ page, noticeId }: NoticeAddress): string =>
  searchPartOf({ ...(page > 1 && { page: String(page) }), ...(noticeId !== null && { notice: String(noticeId) }) });
