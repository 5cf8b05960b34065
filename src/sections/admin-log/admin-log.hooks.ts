import { rejection } from '#domain/base/failure';
import { nodeIn, titlesFor } from '#server/features/base/call-titles';
import { sectionHooks } from '#server/features/base/section-hooks';
import { adminLog } from './admin-log.resource.ts';

const DELETION = 'auth/adminlog/del';

/**
 * The log of the back office has its titles in the reader's language, on the page and in files. Nobody takes their own traces away: who is
 * not super deletes no entry of their own, and entries that tell of a deletion go with time alone. Source: wire protocol §5.5.
 */
export const adminLogHooks = sectionHooks(adminLog, ({ ports, resources }) => ({
  present: (records, caller) => titlesFor({ ...ports, resources }, caller.client.language, records),

  async beforeRemove(ids, { trx, caller }) {
    const entries = await trx.selectFrom('admin_log').select(['id', 'admin_id', 'url']).where('id', 'in', ids).execute();
    const others = entries.filter((entry) => caller.grants.isSuper || entry.admin_id !== caller.id);
    if (others.length === 0) throw rejection('refusals.log.own');
    const removable = others.filter(({ url }) => nodeIn(url) !== DELETION);
    if (removable.length === 0) throw rejection('refusals.log.ofDeletion');
    return removable.map(({ id }) => id);
  },
}));
