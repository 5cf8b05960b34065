import { sectionHooks } from '#server/features/base/section-hooks';
import { requireWithinMapped, requireGivable } from '#server/features/external/mapped-groups';
import { signInGroup } from './sign-in-group.resource.ts';

/** Whoever says what a value stands for gives groups away: only those that they could give by hand, and of a provider whose groups they all exceed. */
export const signInGroupHooks = sectionHooks(signInGroup, () => ({
  async beforeWrite(values, { trx, caller, before }) {
    const { providerId, groupId } = { ...before, ...values };
    const providers = [before?.['providerId'], providerId].filter((id) => typeof id === 'number');
    await requireWithinMapped(trx, caller, providers);
    if (typeof groupId === 'number') await requireGivable(trx, caller, groupId);
    return values;
  },
  async beforeRemove(ids, { trx, caller }) {
    const rows = await trx.selectFrom('sign_in_group').select('provider_id').where('id', 'in', ids).execute();
    await requireWithinMapped(
      trx,
      caller,
      rows.map((row) => row.provider_id),
    );
    return ids;
  },
}));
