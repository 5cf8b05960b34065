import type { listSignIns } from '#api/contract/members/account-safety';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { SIGN_IN_EVENTS } from '#domain/session/security-event';
import type { ServerPorts } from '../../ports/ports.ts';
import { pageOf } from '../base/page.ts';

const MAX_PAGE = 10_000;

/** Sign-ins of a member and attempts at one, newest first, as far back as the security log goes. */
export async function readSignIns(
  { database: { kysely } }: Pick<ServerPorts, 'database'>,
  memberId: number,
  asked: ParsedInputOf<typeof listSignIns>,
): Promise<OutputOf<typeof listSignIns>> {
  const events = kysely
    .selectFrom('security_log')
    .where('account_type', '=', 'user')
    .where('account_id', '=', memberId)
    .where('kind', 'in', [...SIGN_IN_EVENTS]);
  const { limit, offset } = pageOf(asked, MAX_PAGE);
  const { total } = await events.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await events
    .select(['id', 'at as time', 'ip', 'useragent', 'kind', 'count'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    list: rows.map(({ kind, ...row }) => ({ ...row, outcome: kind === 'session.signedIn' ? ('signedIn' as const) : ('refused' as const) })),
    total,
  };
}
