import { sql, type Kysely } from 'kysely';
import type { ChangeSetFacts, FieldChange } from '#api/contract/changes/change';
import { encodeRecord } from '#api/contract/table/record-codec';
import { refKey, type Image, type RecordRef } from '#domain/changes/journal';
import { maskValue } from '#domain/changes/mask';
import { undoneSets } from '#domain/changes/undo-plan';
import { isSameValue } from '#domain/base/same-value';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { Column } from '../../resources/base/columns.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { valueFromStore } from '../../resources/base/row-codec.ts';
import { readUndoes, type StoredSet } from '../../resources/changes/read-journal.ts';
import type { Sight } from '../../resources/changes/sight.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { namesIn, type Pair } from './named-values.ts';
import { discretionOver, mayReveal, tellRevealed } from './personal-values.ts';

/** Who took sets back, what they take back, and as much of their records as the reader may see. */
export async function describeSets(kysely: Kysely<Tables>, sets: readonly StoredSet[], sight: Sight): Promise<readonly ChangeSetFacts[]> {
  if (sets.length === 0) return [];
  const ids = sets.map(({ id }) => id);
  const undoes = await readUndoes(kysely, ids);
  const undone = undoneSets(undoes);
  const seen = await seenRecords(kysely, sets, sight);
  return sets.map((set) => ({
    id: set.id,
    at: set.at,
    actorType: set.actor_type,
    actorId: set.actor_id,
    actorName: set.actor_name,
    ip: set.ip,
    userAgent: set.useragent,
    resource: set.resource,
    action: set.action,
    source: set.source,
    records: seen.get(set.id)?.records ?? set.records,
    title: seen.get(set.id)?.title ?? set.title,
    undoneBy: undone.get(set.id) ?? null,
    undoes: [...(undoes.find(({ id }) => id === set.id)?.undoes ?? [])],
    keptOut: set.kept_out,
  }));
}

/** What a reader with a limit sees of sets that may hold records of others. */
export async function seenRecords(
  kysely: Kysely<Tables>,
  sets: readonly Pick<StoredSet, 'id' | 'resource'>[],
  sight: Sight,
): Promise<ReadonlyMap<number, { readonly records: number; readonly title: string }>> {
  const limited = sets.filter(({ resource }) => sight.isLimited(resource)).map(({ id }) => id);
  if (limited.length === 0) return new Map();
  const { rows } = await sql<{
    set_id: number;
    records: number;
    title: string;
  }>`select change.set_id, count(distinct change.record_id)::integer as records,
      coalesce((array_agg(change.title order by change.id) filter (where change.resource = written.resource))[1], '') as title
    from record_change as change join change_set as written on written.id = change.set_id
    where change.set_id in (${sql.join(limited)}) and ${sight.changesSql('change')} group by change.set_id`.execute(kysely);
  return new Map(rows.map(({ set_id: id, records, title }) => [id, { records, title }]));
}

/** Says what differs between images, column by column, as the reader may see it. */
export interface Describer {
  fields(record: RecordRef, before: Image | null, after: Image | null): readonly FieldChange[];
  /** Writes down, once, that values were told whole which others see in part: as wherever somebody asks for one. */
  tellShown(log: SecurityLog): Promise<void>;
}

/** Reads at once what all the pairs need: which fields are watched, and what the records are called that values name. */
export async function createDescriber(
  kysely: Kysely<Tables>,
  contextOf: ResourceContext['contextOf'],
  caller: AdminCaller,
  pairs: readonly Pair[],
): Promise<Describer> {
  const resources = [...new Set(pairs.map(({ resource }) => resource))];
  const discretion = await discretionOver(kysely, (name) => contextOf(name)?.resource, resources);
  const isRevealing = mayReveal(caller);
  const told: (RecordRef & { readonly field: string })[] = [];
  const named = await namesIn(kysely, contextOf, caller, pairs);
  return {
    fields({ resource, recordId }, before, after) {
      const columns = contextOf(resource)?.columns;
      const stamps = [columns?.id, columns?.version, columns?.updateTime].map((column) => column?.name);
      const changed = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !stamps.includes(name));
      return changed
        .filter((name) => before === null || after === null || !isSameValue(before[name], after[name]))
        .map((name) => {
          const column = columns?.find(name);
          const isGuarded = discretion.isHidden(resource, name);
          const hidden = isGuarded && !isRevealing;
          if (isGuarded && isRevealing && [before, after].some((image) => !isBlank(image?.[name])))
            told.push({ resource, recordId, field: name });
          const shown = (image: Image | null): unknown => {
            const value = image && Object.hasOwn(image, name) ? wireValue(column, image[name]) : null;
            return hidden ? maskValue(value) : value;
          };
          const names = column && !hidden ? named(column, { resource, before, after }) : { before: null, after: null };
          return {
            field: column?.key ?? null,
            name,
            before: shown(before),
            after: shown(after),
            beforeText: names.before,
            afterText: names.after,
            isMasked: hidden,
          };
        });
    },
    async tellShown(log) {
      const [first] = told;
      if (!first) return;
      const records = new Set(told.map(refKey)).size;
      const fields = [...new Set(told.map(({ field }) => field))].join(', ');
      await tellRevealed(log, caller, {
        resource: first.resource,
        recordId: first.recordId,
        field: fields,
        ...(records > 1 && { records }),
      });
    },
  };
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What the records are called that values name, before and after, as far as the reader may open their list; by the names of the fields. */
export async function namesOfRelated(
  kysely: Kysely<Tables>,
  contextOf: ResourceContext['contextOf'],
  caller: AdminCaller,
  pair: Pair,
): Promise<Readonly<Record<string, { readonly before: string | null; readonly after: string | null }>>> {
  const named = await namesIn(kysely, contextOf, caller, [pair]);
  const columns = contextOf(pair.resource)?.columns;
  const names = new Set([...Object.keys(pair.before ?? {}), ...Object.keys(pair.after ?? {})]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const column = columns?.find(name);
      const found = column && named(column, pair);
      return !found || (found.before === null && found.after === null) ? [] : [[name, found] as const];
    }),
  );
}

const wireValue = (column: Column | undefined, value: unknown): unknown =>
  column ? encodeRecord({ [column.key]: column.field }, { [column.key]: valueFromStore(column, value) })[column.name] : (value ?? null);
