import { sql, type Transaction } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { rejection } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { AdminCaller, Writer } from '../../base/caller.ts';
import { conflict, notFound } from '../../base/refusal.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { grantsOfAdmin, may } from '../access/permissions.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { newWrite } from '../base/write-meta.ts';
import { eventLabel } from '../life/life-words.ts';
import { readRow } from '../read/list.ts';
import { endWrite } from './record-change.ts';
import { lockRows, unitOfWork, writeOf, type UnitOfWork } from './unit-of-work.ts';
import { saveLocked } from './write.ts';
import { approvalOf } from '#domain/life/life';
import type { Settling } from '#domain/life/life-request';

interface Asked {
  readonly event: string;
  readonly comment: string | undefined;
  readonly values: AnyRecord;
  readonly version: number | undefined;
  readonly days: number;
}

/**
 * Keeps what somebody sends until another person approves it. It is judged whole, as if it were done: what would be refused then is refused
 * now. Of a record one request is open at a time.
 * @returns its number
 */
export async function askForApproval(
  context: ResourceContext,
  unit: UnitOfWork,
  row: StoredRow,
  { event, comment, values, version, days }: Asked,
): Promise<number> {
  const { trx, caller, nowSeconds } = unit;
  const { resource, columns } = context;
  const id = Number(row[columns.id.name]);
  await rehearse(
    (work: (scope: Transaction<Tables>) => Promise<never>) => inSavepoint(trx, () => work(trx)),
    () => saveLocked(context, { ...unit, write: newWrite({ ...unit.write }) }, row, values, version, { event, comment, asker: caller }),
  );
  const areOf = (state: string) => sql`resource = ${resource.name} and record_id = ${id}::bigint and state = ${state}`;
  await sql`update life_request set state = 'expired', settled_at = expires_at where ${areOf('open')} and expires_at <= ${nowSeconds}::bigint`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`insert into life_request
      (resource, record_id, event, version, seen_change, "values", comment, asked_by, asked_name, asked_at, expires_at, state)
    select ${resource.name}::text, ${id}::bigint, ${event}::text, ${columns.version ? Number(row[columns.version.name]) : null}::bigint,
      coalesce((select max(id) from record_change where resource = ${resource.name} and record_id = ${id}::bigint), 0),
      ${JSON.stringify(values)}::jsonb, ${(comment ?? '').trim()}::text, ${caller.id}::bigint, ${caller.username.slice(0, 50)}::text,
      ${nowSeconds}::bigint, ${nowSeconds + days * DAY_SECONDS}::bigint, 'open'
    on conflict (resource, record_id) where state = 'open' do nothing returning id`.execute(trx);
  if (rows[0]) return rows[0].id;
  const open = await trx
    .selectFrom('life_request')
    .select(['event', 'asked_name'])
    .where(sql<boolean>`${areOf('open')}`)
    .executeTakeFirst();
  const { life } = resource;
  const label = life && open ? eventLabel(context, life, open.event, caller.client.language) : event;
  throw rejection('refusals.life.requestOpen', { name: open?.asked_name ?? '', event: label });
}

/** Within a savepoint of a transaction that goes on. */
async function inSavepoint(trx: Transaction<Tables>, work: () => Promise<never>): Promise<never> {
  await sql`savepoint trial`.execute(trx);
  try {
    return await work();
  } catch (error) {
    await sql`rollback to savepoint trial`.execute(trx);
    await sql`release savepoint trial`.execute(trx);
    throw error;
  }
}

export interface StoredRequest {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly event: string;
  readonly values: AnyRecord;
  readonly comment: string;
  readonly asked_by: number;
  readonly asked_name: string;
  readonly expires_at: number;
  readonly state: string;
}

export interface SettleWish {
  readonly version?: number | undefined;
  readonly comment?: string | undefined;
}

/** Whether somebody may approve or decline requests for an event. */
export const mayApprove = ({ pagePath }: Pick<ResourceContext, 'pagePath'>, caller: AdminCaller, event: string): boolean =>
  may(caller, `${pagePath}/${approvalOf(event)}`.toLowerCase());

/**
 * Settles a request. Nobody approves or declines their own, whatever they may; whoever approves does so by the present version of the
 * record; and whoever has sent it is judged once more, as are all conditions.
 */
export async function settleRequest(
  context: ResourceContext,
  id: number,
  how: Settling,
  { version, comment = '' }: SettleWish,
  caller: AdminCaller,
): Promise<{ readonly change?: number }> {
  const kind = writeOf(context, 'edit', 'life');
  return unitOfWork(context, caller, kind, async (unit) => {
    const { trx, nowSeconds } = unit;
    const found = await trx.selectFrom('life_request').select(['record_id']).where('id', '=', id).executeTakeFirst();
    // The record first, as everybody does who writes to it.
    const [row] = found ? await lockRows(context, unit, [found.record_id]) : [];
    const { rows } = await sql<StoredRequest>`select * from life_request where id = ${id}::bigint and resource = ${context.resource.name}
      for update`.execute(trx);
    const [request] = rows;
    // Of a record out of sight nothing is told, not even that it was settled; who has sent a request takes it back all the same.
    if (!request || (!row && request.asked_by !== caller.id)) throw notFound();
    refuseSettled(context, request, how, caller, nowSeconds);
    if (how !== 'approve') {
      await settle(unit, request, how, comment);
      return {};
    }
    if (!row) throw notFound();
    await refuseOldVersion(context, unit, row, version);
    await settle(unit, request, how, comment);
    const asker = await askerOf(unit, request);
    const asUnit = { ...unit, caller: asker };
    const [seen] = await lockRows(context, asUnit, [request.record_id]);
    if (!seen) throw rejection('refusals.life.askerMayNot');
    await saveLocked(context, asUnit, seen, request.values, undefined, { event: request.event, comment: request.comment, asker });
    const ended = await endWrite(unit);
    await sql`update life_request set step_id = (select max(id) from life_step where resource = ${request.resource}
      and record_id = ${request.record_id}::bigint) where id = ${id}::bigint`.execute(trx);
    return ended;
  });
}

function refuseSettled(context: ResourceContext, request: StoredRequest, how: Settling, caller: AdminCaller, nowSeconds: number): void {
  const isOwn = request.asked_by === caller.id;
  if (how === 'withdraw' && !isOwn) throw rejection('refusals.life.notOwnRequest');
  if (how !== 'withdraw' && !mayApprove(context, caller, request.event)) throw rejection('refusals.forbidden');
  if (how !== 'withdraw' && isOwn) throw rejection('refusals.life.ownRequest');
  if (request.state === 'overtaken') throw rejection('refusals.life.requestOvertaken');
  if (request.state === 'expired' || (request.state === 'open' && request.expires_at <= nowSeconds))
    throw rejection('refusals.life.requestExpired');
  if (request.state !== 'open') throw rejection('refusals.life.requestSettled');
}

/** Approved is what is there now: whoever has seen an older version is shown it. */
async function refuseOldVersion(context: ResourceContext, unit: UnitOfWork, row: StoredRow, version: number | undefined): Promise<void> {
  const { columns } = context;
  if (!columns.version || version === Number(row[columns.version.name])) return;
  throw conflict((await readRow(context, unit.trx, Number(row[columns.id.name]), unit.caller)) ?? {});
}

const STATES = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;

async function settle({ trx, caller, nowSeconds }: UnitOfWork, { id }: StoredRequest, how: Settling, comment: string): Promise<void> {
  await trx
    .updateTable('life_request')
    .set({
      state: STATES[how],
      settled_by: caller.id,
      settled_name: caller.username.slice(0, 50),
      settled_at: nowSeconds,
      settled_comment: comment.trim(),
    })
    .where('id', '=', id)
    .execute();
}

/** Whoever has sent it, with what they may do today. */
async function askerOf({ trx, caller }: UnitOfWork, request: StoredRequest): Promise<Writer> {
  const account = await trx
    .selectFrom('admin')
    .select(['id', 'username'])
    .where('id', '=', request.asked_by)
    .where('status', '=', '1')
    .executeTakeFirst();
  if (!account) throw rejection('refusals.life.askerMayNot');
  return { ...caller, ...account, idempotencyKey: null, grants: await grantsOfAdmin(trx, account.id) };
}
