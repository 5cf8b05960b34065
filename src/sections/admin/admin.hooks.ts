import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { endedAdminName } from '#domain/rights/ended-admin';
import type { AnyRecord } from '#domain/fields/field';
import type { Tables } from '#server/db/tables/tables';
import type { Writer } from '#server/base/caller';
import { FieldsRefused } from '#server/base/refusal';
import { doesAsk, requireOwnFactor } from '#server/resources/access/factor-duty';
import { exceededGroups, mayTouchAccount, readGroups, requireSuper } from '#server/resources/access/rights';
import { lockAccount } from '#server/resources/access/locked-account';
import { revokeAccount } from '#server/resources/access/token-store';
import { createSecurityLog } from '#server/features/base/security-log';
import { tellSafety } from '#server/features/base/tell-admin';
import { eraseChats } from '#server/features/chat/own-data/erase-chats';
import { tellHolderAdmin } from '#server/features/session/passkeys/admin-holders';
import { voidDoors } from '#server/features/session/base/void-doors';
import { sectionHooks } from '#server/features/base/section-hooks';
import type { WriteContext } from '#server/resources/base/hooks';
import { adminInForm, listAdmins } from '#server/features/rights/admin-list';
import { withChosenAvatar } from '#server/features/rights/chosen-avatar';
import { isEntered, preparedHashes } from '#server/resources/write/prepared-hashes';
import { admin } from './admin.resource.ts';

const groupsIn = (record: AnyRecord | null): readonly number[] =>
  Array.isArray(record?.['groupIds']) ? (record['groupIds'] as readonly number[]) : [];

async function refuseForeignGroups(trx: Transaction<Tables>, caller: Writer, added: readonly number[]): Promise<void> {
  if (caller.grants.isSuper || added.length === 0) return;
  const exceeded = exceededGroups(await readGroups(trx), caller);
  if (!added.every((id) => exceeded.includes(id))) throw new FieldsRefused({ group_arr: { key: 'refusals.auth.foreignGroup' } });
}

/** Whose groups no longer ask for a second factor owes none: that is decided as what a group asks is. */
async function requireFactorToRelease(
  trx: Transaction<Tables>,
  caller: Writer,
  had: readonly number[],
  has: readonly number[],
): Promise<void> {
  if (had.every((id) => has.includes(id)) || !(await doesAsk(trx, had)) || (await doesAsk(trx, has))) return;
  await requireOwnFactor(trx, caller);
}

async function storePassword(trx: Transaction<Tables>, adminId: number, hash: string, nowSeconds: number): Promise<void> {
  await trx
    .insertInto('admin_password')
    .values({ admin_id: adminId, hash, update_time: nowSeconds })
    .onConflict((conflict) => conflict.column('admin_id').doUpdateSet({ hash, update_time: nowSeconds }))
    .execute();
}

async function joinGroups(trx: Transaction<Tables>, adminId: number, groupIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('admin_group_access')
    .where('uid', '=', adminId)
    .where('group_id', 'not in', [...groupIds, 0])
    .execute();
  await trx
    .insertInto('admin_group_access')
    .values(groupIds.map((groupId) => ({ uid: adminId, group_id: groupId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function endSessions({ trx, nowSeconds }: Pick<WriteContext, 'trx' | 'nowSeconds'>, accountId: number): Promise<void> {
  await revokeAccount(await lockAccount(trx, { area: 'admin', accountId }), nowSeconds);
}

/** Whether one address takes the place of another, and is not only written otherwise. */
const isOtherAddress = (was: unknown, is: string | undefined): boolean =>
  is !== undefined && typeof was === 'string' && was.toLowerCase() !== is.toLowerCase();

/**
 * What accounts of administrators have beside the engine: passwords that are only ever written, groups that the caller may give, and
 * sessions that end with the rights. Source: wire protocol §5.3; security.md rules 4, 6; readings 6.9, 6.10.
 */
export const adminHooks = sectionHooks(admin, ({ ports }) => {
  const hashes = preparedHashes(ports.passwords);
  const securityLog = createSecurityLog(ports);
  const tellers = { ports, securityLog, tell: tellHolderAdmin(ports) };
  const tell = tellSafety(ports);
  // A new account has no id until it is stored.
  const newHashes = new WeakMap<Transaction<Tables>, string>();

  return {
    list: listAdmins,
    form: adminInForm,
    prepare: ({ password }, caller) => hashes.prepare(password, caller),
    async beforeWrite({ password, ...posted }, context) {
      const values = withChosenAvatar(posted);
      const { trx, caller, before, nowSeconds } = context;
      const id = before ? Number(before['id']) : null;
      if (id !== null && before?.['username'] === endedAdminName(id)) throw rejection('refusals.auth.accountErased');
      // It wants the old one, which no form of accounts has.
      if (id === caller.id && password) throw new FieldsRefused({ password: { key: 'refusals.auth.ownPassword' } });
      const had = groupsIn(before);
      if (id === caller.id && values.status === false) throw new FieldsRefused({ status: { key: 'refusals.auth.ownStatus' } });
      if (id !== null && id !== caller.id && !(await mayTouchAccount(trx, caller, had))) throw rejection('refusals.auth.strongerAccount');
      const groupIds = values.groupIds && [...new Set(values.groupIds)].toSorted((a, b) => a - b);
      await refuseForeignGroups(trx, caller, groupIds?.filter((one) => !had.includes(one)) ?? []);
      if (groupIds) await requireFactorToRelease(trx, caller, had, groupIds);
      const isOther = id !== null && id !== caller.id;
      // Before it is written: whoever is told so reads the old one.
      if (isOther && isOtherAddress(before?.['email'], values.email)) {
        await tell(trx, id, 'emailChanged', caller.client);
        // What would bring an earlier one back may be a stranger's.
        await trx.deleteFrom('admin_address_undo').where('admin_id', '=', id).execute();
      }
      const hash = isEntered(password) ? await hashes.of(password, caller) : null;
      if (hash !== null && id === null) newHashes.set(trx, hash);
      if (hash !== null && id !== null) {
        await storePassword(trx, id, hash, nowSeconds);
        const whose = { accountType: 'admin', accountId: id, detail: { by: caller.id } } as const;
        await securityLog.write('password.reset', caller.client, whose, trx);
        await tell(trx, id, 'passwordSetByAdmin', caller.client);
        await voidDoors(tellers, await lockAccount(trx, { area: 'admin', accountId: id }), caller.client, whose.detail);
      }
      if (id !== null && (hash !== null || values.status === false)) await endSessions(context, id);
      return groupIds ? { ...values, groupIds } : values;
    },

    async afterWrite({ id, groupIds }, { trx, nowSeconds }) {
      const hash = newHashes.get(trx);
      newHashes.delete(trx);
      if (hash !== undefined) await storePassword(trx, id, hash, nowSeconds);
      await joinGroups(trx, id, groupIds);
      await requireSuper(trx);
    },

    async beforeRemove(ids, context) {
      const { trx, caller, nowSeconds } = context;
      const others = ids.filter((id) => id !== caller.id);
      if (others.length === 0) throw rejection('refusals.auth.ownAccount');
      const access = await trx.selectFrom('admin_group_access').select('group_id').where('uid', 'in', others).execute();
      const groupIds = access.map((row) => row.group_id);
      if (!(await mayTouchAccount(trx, caller, groupIds))) throw rejection('refusals.auth.strongerAccount');
      await requireSuper(trx, others);
      for (const id of others) await endSessions(context, id);
      await eraseChats(ports, trx, 'admin', others, { at: nowSeconds, by: caller.id });
      return others;
    },
  };
});
