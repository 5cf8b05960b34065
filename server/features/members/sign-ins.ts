import type { listSignIns } from '#api/contract/members/account-safety';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { DEFAULT_PAGE_ROWS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { within } from '../base/within.ts';

const KINDS = ['session.signedIn', 'session.signInRefused', 'session.codeRefused'];
const MAX_PAGE_ROWS = 100;
const MAX_PAGE = 10_000;

/** Sign-ins of a member and attempts at one, newest first, as far back as the security log goes. */
export async function readSignIns(
  { database: { kysely } }: Pick<ServerPorts, 'database'>,
  memberId: number,
  { page, limit }: ParsedInputOf<typeof listSignIns>,
): Promise<OutputOf<typeof listSignIns>> {
  const events = kysely
    .selectFrom('security_log')
    .where('account_type', '=', 'user')
    .where('account_id', '=', memberId)
    .where('kind', 'in', KINDS);
  const rowsAPage = within(limit, 1, MAX_PAGE_ROWS, DEFAULT_PAGE_ROWS);
  const { total } = await events.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await events
    .select(['id', 'at as time', 'ip', 'useragent', 'kind', 'count'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsAPage)
    .offset((within(page, 1, MAX_PAGE, 1) - 1) * rowsAPage)
    .execute();
  return {
    list: rows.map(({ kind, ...row }) => ({ ...row, outcome: kind === 'session.signedIn' ? ('signedIn' as const) : ('refused' as const) })),
    total,
  };
}
