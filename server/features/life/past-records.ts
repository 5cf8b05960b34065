import { sql, type Kysely } from 'kysely';
import type { Image } from '#domain/changes/journal';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import { countKey, type Facts } from '#domain/life/unmet';
import type { Grants } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../../resources/base/row-codec.ts';
import { askedOf } from '../../resources/life/life-facts.ts';
import type { Resources } from '../../resources/registry.ts';
import { idsSql } from '../../resources/write/unit-of-work.ts';

/** What was done, as the journals of steps and of changes have it. */
export interface Stored {
  readonly step: number | null;
  readonly record_id: number;
  readonly set_id: number | null;
  readonly event: string | null;
  readonly from_state: string;
  readonly to_state: string;
  readonly at: number;
  readonly actor_type: string;
  readonly actor_id: number;
  readonly actor_name: string;
  readonly comment: string;
  readonly second_id: number | null;
  readonly source: string;
}

/** What a life is tried in. */
export interface World {
  readonly kysely: Kysely<Tables>;
  readonly resources: Pick<Resources, 'get'>;
  readonly context: ResourceContext;
  /** The section as it is drawn. */
  readonly drawn: ResourceContext;
  readonly life: Life;
  readonly people: ReadonlyMap<number, Grants>;
}

/** A record's past: what it was before each write, the newest first. `before` is null where it was not there, undefined where nobody knows. */
export interface Past {
  readonly title: string;
  readonly writes: readonly {
    readonly set: number;
    readonly at: number;
    readonly before: StoredRow | null | undefined;
    readonly after: StoredRow | null | undefined;
  }[];
  readonly now: StoredRow | null;
}

/** Walks back from what the records are, write by write. */
export async function readPast({ kysely, context }: World, ids: readonly number[], from: number): Promise<ReadonlyMap<number, Past>> {
  const { resource, columns } = context;
  const owner = resource.dataLimit?.ownerColumn;
  const names = [...new Set([...columns.readable.map(({ name }) => name), ...(owner === undefined ? [] : [owner])])];
  const { rows: standing } = await sql<StoredRow>`select ${sql.join(names.map((name) => sql.id(name)))} from ${sql.table(resource.table)}
    where ${sql.id(columns.id.name)} in ${idsSql(ids)}`.execute(kysely);
  const byId = new Map(standing.map((row) => [Number(row[columns.id.name]), row]));
  const { rows: changes } = await sql<{
    set_id: number;
    record_id: number;
    at: number;
    kind: string;
    before: Image | null;
    after: Image | null;
    erased_at: number | null;
  }>`select set_id, record_id, at, kind, before, after, erased_at from record_change
    where resource = ${resource.name} and record_id in ${idsSql(ids)} and at >= ${from}::bigint order by id desc`.execute(kysely);
  const ofRecord = Map.groupBy(changes, (change) => change.record_id);
  return new Map(
    ids.map((id): [number, Past] => {
      const now = byId.get(id) ?? null;
      let image: StoredRow | null | undefined = now;
      const writes: Past['writes'][number][] = [];
      for (const change of ofRecord.get(id) ?? []) {
        const after = image;
        if (change.kind === 'created') image = null;
        else if (change.erased_at !== null) image = undefined;
        else if (change.kind === 'deleted') image = change.before ?? undefined;
        else image = image ? { ...image, ...change.before } : image === null ? undefined : image;
        const last = writes.at(-1);
        const set = change.set_id;
        // One write may touch a record twice.
        if (last?.set === set) writes[writes.length - 1] = { ...last, before: image };
        else writes.push({ set, at: change.at, before: image, after });
      }
      const title = now?.[columns.title.name];
      return [id, { title: typeof title === 'string' ? title : '', writes, now }];
    }),
  );
}

/** What of other records is asked for, as it is today, and who sent what since when. */
export interface BesideRecord {
  readonly related: ReadonlyMap<string, ReadonlyMap<number, AnyRecord>>;
  readonly counts: ReadonlyMap<number, NonNullable<Facts['counts']>>;
  readonly steps: ReadonlyMap<number, readonly StepBefore[]>;
}

interface StepBefore {
  readonly id: number;
  readonly record_id: number;
  readonly kind: string;
  readonly event: string | null;
  readonly actor_id: number;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly at: number;
}

export async function readBeside(
  { kysely, resources, drawn, life }: World,
  ids: readonly number[],
  acts: readonly Stored[],
  past: ReadonlyMap<number, Past>,
): Promise<BesideRecord> {
  const asked = askedOf(life);
  const { fields } = drawn.resource;
  const steps =
    asked.senders || asked.since
      ? (
          await sql<StepBefore>`select id, record_id, kind, event, actor_id, from_state, to_state, at from life_step
            where resource = ${drawn.resource.name} and record_id in ${idsSql(ids)} order by id`.execute(kysely)
        ).rows
      : [];
  const related = new Map<string, ReadonlyMap<number, AnyRecord>>();
  for (const key of asked.related) {
    const field = fields[key];
    const other = field && 'of' in field ? resources.get(field.of)?.context : undefined;
    const column = wireNameOf(key, field);
    const named = acts.flatMap((act) =>
      (past.get(act.record_id)?.writes ?? []).flatMap(({ before, after }) => [before?.[column], after?.[column]]),
    );
    const wanted = [...new Set([...named, ...ids.map((id) => past.get(id)?.now?.[column])].map(Number).filter((id) => id > 0))];
    if (!other || wanted.length === 0) continue;
    const { rows } = await sql<StoredRow>`select ${sql.join(other.columns.readable.map(({ name }) => sql.id(name)))}
      from ${sql.table(other.resource.table)} where ${sql.id(other.columns.id.name)} in ${idsSql(wanted)}`.execute(kysely);
    related.set(
      key,
      new Map(rows.map((row) => [Number(row[other.columns.id.name]), recordFromStore(other.columns.readable, row)] as const)),
    );
  }
  const counts = new Map<number, Record<string, number>>(ids.map((id) => [id, {}]));
  for (const one of asked.counted) {
    const other = resources.get(one.referring)?.context;
    const column = other?.columns.relations.find((relation) => relation.column.key === one.by)?.column.name;
    if (!other || column === undefined) continue;
    const { rows } = await sql<{ id: number; count: number }>`select ${sql.id(column)}::bigint as id, count(*)::integer as count
      from ${sql.table(other.resource.table)} where ${sql.id(column)} in ${idsSql(ids)} group by 1`.execute(kysely);
    const found = new Map(rows.map(({ id, count }) => [id, count]));
    for (const [id, record] of counts) record[countKey(one)] = found.get(id) ?? 0;
  }
  return { related, counts, steps: Map.groupBy(steps, (step) => step.record_id) };
}
