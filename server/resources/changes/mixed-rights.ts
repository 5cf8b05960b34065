import type { ChangeKind, ChangeSource } from '#domain/changes/change';
import type { WriteAction } from '#domain/table/resource';
import type { AdminCaller } from '../../base/caller.ts';
import { may } from '../access/permissions.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { KeptEntry, StoredSet } from './read-journal.ts';

/** Sources whose sets may span sections, or do other things than their action says. */
const MIXED: ReadonlySet<ChangeSource> = new Set<ChangeSource>(['undo', 'rewind', 'restore', 'rollback']);
/** By which right a step back is taken: that of the write that it takes back. */
export const ACTION_OF: Readonly<Record<ChangeKind, WriteAction>> = { created: 'add', changed: 'edit', deleted: 'del' };

export const allowed = (caller: AdminCaller, context: Pick<ResourceContext, 'pagePath'>, action: WriteAction): boolean =>
  may(caller, `${context.pagePath}/${action}`.toLowerCase());

/** Whether a deletion may have moved or deleted records of the other section as well, because its author was asked and said so. */
const isAskedFor = (contextOf: ResourceContext['contextOf'], deleted: string, other: string): boolean =>
  contextOf(deleted)
    ?.referrers()
    .some(({ resource, isAsked }) => isAsked && resource.name === other) ?? false;

/**
 * Whether the caller may write whatever a set that took back, rewound or restored did to each of its records, in whichever section. Of other
 * sets their action says it, which is asked beside this, and of what a deletion did to records that named the deleted ones each of them.
 */
export function mayTakeBackAll(
  contextOf: ResourceContext['contextOf'],
  caller: AdminCaller,
  set: Pick<StoredSet, 'source' | 'action' | 'resource'>,
  entries: readonly Pick<KeptEntry, 'resource' | 'before' | 'after'>[],
): boolean {
  const isTold = MIXED.has(set.source)
    ? set.action !== 'edit' && entries.every(({ resource }) => resource === set.resource)
    : !entries.some(({ resource }) => resource !== set.resource && isAskedFor(contextOf, set.resource, resource));
  return (
    isTold ||
    entries.every((entry) => {
      const kind: ChangeKind = entry.before === null ? 'created' : entry.after === null ? 'deleted' : 'changed';
      const own = contextOf(entry.resource);
      return own !== undefined && allowed(caller, own, ACTION_OF[kind]);
    })
  );
}
