import { type Kysely, sql, type RawBuilder } from 'kysely';
import { isForPrograms } from '#domain/programs/api-token';
import type { Tables } from '../../db/tables/tables.ts';
import type { JournalChange } from './write-meta.ts';

/** Job that delivers what waits of a webhook; the feature that delivers it knows it by this name. */
export const WEBHOOK_DELIVER = 'webhook.deliver';

/** As many messages of one webhook wait at most; of writes beyond that it is not told. */
export const WAITING_MESSAGES = 20_000;

const LAST_THAT_WAITS = sql.lit(WAITING_MESSAGES - 1);
const isFull = (webhook: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from webhook_delivery as waiting where waiting.webhook_id = ${webhook} and waiting.state = 'waiting' offset ${LAST_THAT_WAITS})`;

/** What webhooks are called that so much waits of that they are told of no further write; ten at most. */
export async function fullWebhooks(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from webhook where status = '1' and ${isFull(sql`webhook.id`)}
    order by id limit 10`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** Settings are no section. */
const isTold = ({ resource }: JournalChange): boolean => resource !== 'config' && isForPrograms({ name: resource }, true);

/** Those that are told of anything now; looked at once for all that a statement tells. */
const OPEN_HOOKS = sql`select * from webhook where status = '1' and issued_time is not null and not ${isFull(sql`webhook.id`)}`;

const isWanted = (resource: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`hook.kinds @> to_jsonb(${kind}) and (hook.sections = '["*"]' or hook.sections @> to_jsonb(${resource}))`;

/**
 * Within a statement that has the number of the write as `number`: a message for each change and each webhook that wants to hear of it, in the
 * transaction of the write. It holds no value of the record. Yields the ids of these webhooks.
 * @returns null where no webhook is told of any of them
 */
export function changeCallsSql(changes: readonly JournalChange[], nowSeconds: number): RawBuilder<unknown> | null {
  const told = changes.filter(isTold).map(({ resource, record_id, kind, owner_id, after }, place) => ({
    place,
    resource,
    record_id,
    kind,
    owner_id,
    changed: kind === 'changed' ? Object.keys(after ?? {}) : [],
  }));
  if (told.length === 0) return null;
  return sql`with hook as materialized (${OPEN_HOOKS})
    insert into webhook_delivery (webhook_id, admin_id, resource, record_id, kind, changed, set_id, owner_id, next_time, create_time)
    select hook.id, hook.admin_id, one.resource, one.record_id, one.kind, one.changed, number.id,
      one.owner_id, ${nowSeconds}::bigint, ${nowSeconds}::bigint
    from number, jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as one (place int, resource text, record_id bigint, kind text, owner_id bigint, changed jsonb), hook
    where ${isWanted(sql`one.resource`, sql`one.kind`)} order by one.place returning webhook_id`;
}

/** The same of the events among steps, within a statement that has them as `made`. */
export const eventCallsSql = (setId: number | null, nowSeconds: number): RawBuilder<unknown> =>
  sql`with hook as materialized (${OPEN_HOOKS})
    insert into webhook_delivery (webhook_id, admin_id, resource, record_id, kind, event, set_id, next_time, create_time)
    select hook.id, hook.admin_id, made.resource, made.record_id, 'event', made.event, ${setId}::bigint, ${nowSeconds}::bigint, ${nowSeconds}::bigint
    from made, hook where made.kind = 'event' and ${isWanted(sql`made.resource`, sql`'event'::text`)}
    returning webhook_id`;
