import { queryOf, searchPartOf } from '../base/addresses/query.ts';
import { loginPath } from '../app/route-target.ts';

/** What the sign-in page of members shows; it stands in the address, so that a reload and a link come back to it. */
export type EntryWay = 'signIn' | 'code' | 'register' | 'reset';

export function entryWayOf(search: string): EntryWay {
  const tab = queryOf(search)['tab'];
  return tab === 'code' || tab === 'register' || tab === 'reset' ? tab : 'signIn';
}

/** The same page showing something else; the page that was wanted stays remembered. */
export function entryHref(search: string, way: EntryWay): string {
  const { tab: _tab, ...rest } = queryOf(search);
  return loginPath('member') + searchPartOf(way === 'signIn' ? rest : { ...rest, tab: way });
}
