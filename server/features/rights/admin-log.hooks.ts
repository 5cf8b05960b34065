import type { adminLog } from '#api/contract/resources/admin-log';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import type { ServerPorts } from '../../ports/ports.ts';
import { nodeIn, titlesFor } from '../base/admin-log.ts';
import type { ResourceHooks } from '../../resources/base/hooks.ts';

type Fields = typeof adminLog extends Resource<infer F> ? F : never;

const DELETION = 'auth/adminlog/del';

/**
 * The log of the back office has its titles in the reader's language, on the page and in files. Nobody takes his own traces away: who is
 * not super deletes no entry of his own, and entries that tell of a deletion go with time alone. Source: wire protocol §5.5.
 */
export const adminLogHooks = (ports: Pick<ServerPorts, 'database' | 'messages'>): ResourceHooks<Fields> => ({
  present: (records, caller) => titlesFor(ports, caller.client.language, records),

  async beforeRemove(ids, { trx, caller }) {
    const entries = await trx.selectFrom('admin_log').select(['id', 'admin_id', 'url']).where('id', 'in', ids).execute();
    const others = entries.filter((entry) => caller.grants.isSuper || entry.admin_id !== caller.id);
    if (others.length === 0) throw rejection('refusals.log.own');
    const removable = others.filter(({ url }) => nodeIn(url) !== DELETION);
    if (removable.length === 0) throw rejection('refusals.log.ofDeletion');
    return removable.map(({ id }) => id);
  },
});
