import { sql, type Kysely, type Transaction } from 'kysely';
import type { Issue } from '#domain/base/issue';
import { approvalOf, type Life } from '#domain/life/life';
import type { OpenRequest, ToldReason, ToldTime } from '#domain/life/record-life';
import type { Writer } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { may } from '../access/permissions.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { delayLabel, eventLabel } from './life-words.ts';

/** What waits for somebody's approval, by the number of the record, and whether this person may give it. */
export async function openRequestsOf(
  context: ResourceContext,
  life: Life,
  kysely: Kysely<Tables>,
  ids: readonly number[],
  caller: Writer,
): Promise<ReadonlyMap<number, OpenRequest>> {
  const found = await kysely
    .selectFrom('life_request')
    .select(['id', 'record_id', 'event', 'asked_by', 'asked_name', 'asked_at', 'expires_at'])
    .where('resource', '=', context.resource.name)
    .where(sql<boolean>`record_id = any(${ids}::bigint[])`)
    .where('state', '=', 'open')
    .where('expires_at', '>', nowSeconds(context.ports))
    .execute();
  return new Map(
    found.map((one) => [
      one.record_id,
      {
        id: one.id,
        event: one.event,
        label: eventLabel(context, life, one.event, caller.client.language),
        by: one.asked_name,
        at: one.asked_at,
        expires: one.expires_at,
        mayApprove: one.asked_by !== caller.id && may(caller, `${context.pagePath}/${approvalOf(one.event)}`.toLowerCase()),
      },
    ]),
  );
}

/** What is asked for of a record is told with events that need another person: where none does, nobody is asked. */
export const needsSecond = ({ events }: Life): boolean => Object.values(events).some(({ second }) => second !== undefined);

/** Under which a row of a list has, in words, what waits for somebody's approval. */
const OPEN_REQUEST = 'open_request';

/** The row itself, with what waits for somebody's approval; only such a row has it. */
export function withRequest(
  { ports }: Pick<ResourceContext, 'ports'>,
  row: Record<string, unknown>,
  request: Pick<OpenRequest, 'by' | 'label'> | undefined,
  language: Language,
): Record<string, unknown> {
  if (request) row[OPEN_REQUEST] = ports.messages.text(language, 'refusals.life.requestOpen', { name: request.by, event: request.label });
  return row;
}

/** The rows of a page with what waits for somebody's approval: one question for all of them, and none where no event needs another person. */
export async function withRequests(
  context: ResourceContext,
  rows: Record<string, unknown>[],
  caller: Writer,
): Promise<Record<string, unknown>[]> {
  const { life } = context.resource;
  if (!life || !needsSecond(life) || rows.length === 0) return rows;
  const idOf = (row: Record<string, unknown>): number => Number(row[context.columns.id.name]);
  const requests = await openRequestsOf(context, life, context.ports.database.kysely, rows.map(idOf), caller);
  return rows.map((row) => withRequest(context, row, requests.get(idOf(row)), caller.client.language));
}

/** Why a time waits, as it was kept. */
type Waits = { readonly fields?: Readonly<Record<string, Issue>>; readonly message?: string; readonly params?: Issue['params'] } | null;

/** The times of a record that are to come, and those that are up and wait, with their reasons. */
export async function timesOf(
  context: ResourceContext,
  life: Life,
  trx: Transaction<Tables>,
  id: number,
  language: Language,
  reason: (field: string | null, issue: Issue) => ToldReason,
): Promise<(Omit<ToldTime, 'waits'> & { waits: ToldReason[] })[]> {
  const { rows } = await sql<{ name: string; due_at: number | null; waits: Waits }>`select name, due_at, waits from life_timer
    where resource = ${context.resource.name} and record_id = ${id}::bigint and (due_at is not null or waits is not null)
    order by due_at, name`.execute(trx);
  // Another version may count what this one has no words for.
  const known = rows.filter(({ name }) => Object.hasOwn(life.delays, name));
  return known.map(({ name, due_at: at, waits }) => ({
    name,
    label: delayLabel(context, life, name, language),
    at,
    waits: waitsOf(waits).map(([field, issue]) => reason(field, issue)),
  }));
}

function waitsOf(waits: Waits): readonly (readonly [string | null, Issue])[] {
  if (!waits) return [];
  if (waits.fields) return Object.entries(waits.fields);
  return [
    [
      null,
      waits.message === undefined
        ? { key: 'refusals.life.timeFailed' }
        : { key: waits.message, ...(waits.params && { params: waits.params }) },
    ],
  ];
}
