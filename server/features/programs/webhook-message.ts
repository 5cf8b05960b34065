import { sql } from 'kysely';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { isForPrograms } from '#domain/programs/api-token';
import type { AdminCaller } from '../../base/caller.ts';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { grantsOfAdmin, mayList } from '../../resources/access/permissions.ts';
import { rulesIn } from '../../resources/access/rights.ts';
import type { WireRow } from '../../resources/base/list-reply.ts';
import { sightOf } from '../../resources/changes/sight.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import type { Resources } from '../../resources/registry.ts';
import { SERVER_CALLER } from '../../resources/write/server-caller.ts';
import { narrowedGrants } from './narrowed-grants.ts';

type Hook = Pick<Row<'webhook'>, 'admin_id' | 'rules'>;
type Delivery = Pick<
  Row<'webhook_delivery'>,
  'resource' | 'record_id' | 'kind' | 'event' | 'changed' | 'set_id' | 'owner_id' | 'create_time'
>;

/** Whoever a webhook belongs to, with what they may now of what it was given. @returns null where they are disabled or gone */
async function ownerOf({ database: { kysely } }: Pick<ServerPorts, 'database'>, hook: Hook): Promise<AdminCaller | null> {
  const admin = await kysely
    .selectFrom('admin')
    .select(['id', 'username'])
    .where('id', '=', hook.admin_id)
    .where('status', '=', '1')
    .executeTakeFirst();
  if (!admin) return null;
  const grants = await narrowedGrants(kysely, await grantsOfAdmin(kysely, admin.id), rulesIn(hook.rules));
  return { ...SERVER_CALLER, kind: 'admin', ...admin, grants };
}

/**
 * What a message says when it leaves: the record as the section's list tells it to a program of the same administrator, by that very list.
 * @returns null where they may not see the record: then nothing leaves, not even that something happened
 */
export async function webhookMessage(
  ports: Pick<ServerPorts, 'database'>,
  resources: Pick<Resources, 'get'>,
  hook: Hook,
  delivery: Delivery,
): Promise<string | null> {
  const engine = resources.get(delivery.resource);
  if (!engine || !isForPrograms(engine.resource, true)) return null;
  const caller = await ownerOf(ports, hook);
  if (!caller || !mayList(engine.context, caller)) return null;
  const record = delivery.kind === 'deleted' ? null : await recordOf(engine, delivery.record_id, caller);
  if (record === null && !(await isSeenWithout(ports, engine, delivery, caller))) return null;
  const { resource: section, record_id: id, kind, event, changed, set_id: change, create_time: at } = delivery;
  return JSON.stringify({
    type: `${section}.${kind === 'event' ? event : kind}`,
    timestamp: new Date(at * 1000).toISOString(),
    data: {
      section,
      id,
      kind,
      ...(kind === 'event' && { event }),
      ...(kind === 'changed' && { changed: changed.filter((name) => record === null || Object.hasOwn(record, name)) }),
      change,
      record,
    },
  });
}

async function recordOf(engine: ResourceEngine, id: number, caller: AdminCaller): Promise<WireRow | null> {
  const { columns } = engine.context;
  const query: ListQuery = {
    page: 1,
    limit: 1,
    order: '',
    quickSearch: '',
    select: false,
    isTree: false,
    initKey: columns.id.name,
    initValue: [id],
  };
  const { list = [] } = await engine.list(query, caller);
  return list.find((row) => Number(row[columns.id.name]) === id) ?? null;
}

/** Of a record that is gone, the journal says whose it was; one that is there and is not listed is not theirs to see. */
async function isSeenWithout(
  { database: { kysely } }: Pick<ServerPorts, 'database'>,
  { context }: ResourceEngine,
  { resource, record_id: id, kind, owner_id: ownerId }: Delivery,
  caller: AdminCaller,
): Promise<boolean> {
  // What a section keeps from somebody by a rule of its own cannot be told of a record that is gone.
  if (context.hooks.limit) return false;
  if (kind !== 'deleted') {
    const { rows } =
      await sql`select 1 from ${sql.table(context.resource.table)} where ${sql.id(context.columns.id.name)} = ${id}::bigint`.execute(
        kysely,
      );
    if (rows.length > 0) return false;
  }
  return (await sightOf(kysely, caller, [context])).sees({ resource, ownerId });
}
