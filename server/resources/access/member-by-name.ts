import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** What a member may be found by; each is unique where it is not empty. */
export type MemberName = 'username' | 'email' | 'mobile';

/** The id of the member of that name, whatever its case. An empty name is nobody's, and said to be none, so that the indexes serve. */
export async function memberIdBy(kysely: Kysely<Tables>, column: MemberName, name: string): Promise<number | null> {
  const members = kysely.selectFrom('member').select('id').where(column, '<>', '');
  const found =
    column === 'mobile'
      ? members.where('mobile', '=', name)
      : members.where((where) => where(where.fn<string>('lower', [column]), '=', name.toLowerCase()));
  return (await found.executeTakeFirst())?.id ?? null;
}
