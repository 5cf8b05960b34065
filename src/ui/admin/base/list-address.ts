import { nodePath } from '#domain/rights/permission';

/** The page of a section, with the conditions of its list as its search panel would write them. */
export function listAddress(page: string, conditions: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(conditions).toString();
  return `${nodePath('admin', page)}${query && `?${query}`}`;
}
