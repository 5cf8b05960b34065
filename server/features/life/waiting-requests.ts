import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { MAIN } from '../../resources/read/list-source.ts';

/** What there is to say of a request before anybody opens it. */
export interface WaitingRequest {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly asked_by: number;
}

/** Numbers are given before what is asked for is there to be seen: one with a lower number may come later. */
export interface Since {
  /** Those with a higher number, */
  readonly seen: number;
  /** and those that were asked for from this second on. */
  readonly askedFrom: number;
}

interface Waiting extends Since {
  readonly events: readonly string[];
  readonly limit: number;
  readonly now: number;
}

/** Those of one section that wait for somebody, who sees their records. */
export async function waitingSql(
  kysely: Kysely<Tables>,
  context: ResourceContext,
  { events, seen, askedFrom, limit, now }: Waiting,
  caller: AdminCaller,
): Promise<RawBuilder<WaitingRequest>> {
  return sql<WaitingRequest>`(select request.id, request.resource, request.record_id, request.asked_by from life_request as request
    join ${sql.table(context.resource.table)} as ${sql.id(MAIN)} on ${sql.id(MAIN, context.columns.id.name)} = request.record_id
    where request.resource = ${context.resource.name} and request.event in (${sql.join(events)}) and request.state = 'open'
      and request.expires_at > ${now}::bigint and request.asked_by <> ${caller.id} and (request.id > ${seen}::bigint or request.asked_at >= ${askedFrom}::bigint)
      and not exists (select from notification where admin_id = ${caller.id} and key = 'request:' || request.id)
      and ${await sightSql(context, kysely, caller, MAIN)}
    order by request.id limit ${limit})`;
}
