import { rejection } from '#domain/base/failure';
import { nodeIn, titlesFor } from '#server/features/base/call-titles';
import { sectionHooks, type HookSurroundings } from '#server/features/base/section-hooks';
import type { Writer } from '#server/base/caller';
import { mayListOf } from '#server/resources/access/permissions';
import type { RecordOf } from '#domain/fields/field';
import { pagePathOf } from '#domain/table/resource';
import { adminLog } from './admin-log.resource.ts';

type Entry = RecordOf<typeof adminLog.fields>;

const DELETION = 'auth/adminlog/del';

/** What a program is told of calls: values that were written only where it may list the section, and of an address what was called. */
function forProgram(entries: readonly Entry[], resources: HookSurroundings['resources'], caller: Writer): readonly Entry[] {
  const open = resources.all().flatMap(({ resource }) => (mayListOf(resource, caller) ? [pagePathOf(resource).toLowerCase()] : []));
  const pages = new Set(open);
  return entries.map((entry) => {
    const node = nodeIn(entry.url);
    if (pages.has(node.slice(0, node.lastIndexOf('/')))) return entry;
    return { ...entry, parameters: '', url: entry.url.split('?', 1)[0] ?? '' };
  });
}

/**
 * The log of the back office has its titles in the reader's language, on the page and in files. Nobody takes their own traces away: who is
 * not super deletes no entry of their own, and entries that tell of a deletion go with time alone. Source: wire protocol §5.5.
 */
export const adminLogHooks = sectionHooks(adminLog, ({ ports, resources }) => ({
  present(records, caller) {
    const told = caller.program === undefined ? records : forProgram(records, resources, caller);
    return titlesFor({ ...ports, resources }, caller.client.language, told);
  },

  async beforeRemove(ids, { trx, caller }) {
    const entries = await trx.selectFrom('admin_log').select(['id', 'admin_id', 'url']).where('id', 'in', ids).execute();
    const others = entries.filter((entry) => caller.grants.isSuper || entry.admin_id !== caller.id);
    if (others.length === 0) throw rejection('refusals.log.own');
    const removable = others.filter(({ url }) => nodeIn(url) !== DELETION);
    if (removable.length === 0) throw rejection('refusals.log.ofDeletion');
    return removable.map(({ id }) => id);
  },
}));
