import { sql } from 'kysely';
import { sectionHooks } from '#server/features/base/section-hooks';
import { purgeEntries, seenEntries, withImages } from '#server/features/changes/recycle-bin';
import { releaseDeleted } from '#server/features/files/release-files';
import { binQuery } from '#server/features/changes/safety-queries';
import { ownTitleSql } from '#server/resources/changes/own-titles';
import { dataRecycleLog } from './data-recycle-log.resource.ts';

/** Only what waits is listed, and of that what the reader could list before it was deleted. To delete an entry is to purge it. Source: wire protocol §5.15. */
export const dataRecycleLogHooks = sectionHooks(dataRecycleLog, ({ ports, resources }) => ({
  async limit(kysely, caller, table) {
    const sight = await seenEntries(kysely, caller, resources);
    return sql<boolean>`${sql.ref(`${table}.state`)} = 'kept' and ${sight.changesSql(table)}`;
  },
  titleSql: (language, table) =>
    ownTitleSql(
      resources.all().map(({ context }) => context),
      language,
      table,
    ),
  list: async (query, { caller }, list) =>
    withImages(ports, resources, caller, await list(await binQuery(ports, resources, caller, query))),
  async remove({ ids }, caller) {
    const purged = await purgeEntries(ports, resources, ids, caller);
    // What cannot be let go now is let go by the next tidying.
    await releaseDeleted(ports).catch((error: unknown) => ports.logger.error('attachment.bytesStay', { error }));
    return purged;
  },
}));
