import { sql } from 'kysely';
import { sectionHooks } from '#server/features/base/section-hooks';
import { seenEntries } from '#server/features/changes/recycle-bin';
import { watchedLogQuery } from '#server/features/changes/safety-queries';
import { removeWatched, withValues } from '#server/features/changes/watched-changes';
import { sensitiveDataLog } from './sensitive-data-log.resource.ts';

/** Only what can be rolled back is listed, and of that what the reader could list itself. Source: wire protocol §5.17. */
export const sensitiveDataLogHooks = sectionHooks(sensitiveDataLog, ({ ports, resources }) => ({
  async limit(kysely, caller, table) {
    const sight = await seenEntries(kysely, caller, resources);
    return sql<boolean>`${sql.ref(`${table}.state`)} = 'kept' and ${sight.changesSql(table)}`;
  },
  list: async (query, { caller }, list) => withValues(ports, resources, caller, await list(watchedLogQuery(resources, caller, query))),
  remove: ({ ids }, caller) => removeWatched(ports, resources, ids, caller),
}));
