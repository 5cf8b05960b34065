import { member as memberResource } from '#sections/member/member.resource.ts';
import type { Author } from '../../base/caller.ts';
import type { Jobs } from '../../db/base/jobs.ts';
import type { LockedAccount } from '../../resources/access/locked-account.ts';
import { storeMemberPassword } from '../../resources/access/member-password.ts';
import { logChanges } from '../../resources/write/record-change.ts';

/** Sets the password of a member outside of the back office, and keeps in the journal that it was set. @param hash of the new one */
export async function setPassword(
  { trx, accountId }: LockedAccount,
  author: Author,
  hash: string,
  nowSeconds: number,
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  const row = await trx.selectFrom('member').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  await storeMemberPassword(trx, accountId, hash, nowSeconds);
  const write = { resource: memberResource, caller: author, nowSeconds, action: 'edit', source: 'form', keptOut: 'secret', jobs } as const;
  await logChanges(trx, write, [{ recordId: accountId, before: {}, after: {}, row, beside: { secrets: ['password'] } }]);
}
