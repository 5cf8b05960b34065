import type { Kysely } from 'kysely';
import type { ToldRequest } from '#api/contract/changes/life-requests';
import type { Image } from '#domain/changes/journal';
import { wireNameOf } from '#domain/fields/field';
import { approvalOf } from '#domain/life/life';
import { titleWireName } from '#domain/table/title-key';
import type { AdminCaller } from '../../base/caller.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { rowToStore, type StoredRow } from '../../resources/base/row-codec.ts';
import { sectionLabel } from '../../resources/base/section-label.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { eventLabel, stateLabel } from '../../resources/life/life-words.ts';
import type { Describer } from '../changes/describe-changes.ts';

type Ports = Pick<ServerPorts, 'clock' | 'messages'>;
export type LifeRequestRow = Row<'life_request'>;

/** Changes of a record that are looked at for what was changed since it was asked for. */
const CHANGES_LOOKED_AT = 200;

/** One whose time is over is open no more, before any sweep has said so. */
export const isOpenAt = (row: LifeRequestRow, now: number): boolean => row.state === 'open' && row.expires_at > now;

interface Pair {
  readonly resource: string;
  readonly before: Image | null;
  readonly after: Image | null;
}
export type Pairs = readonly [values: Pair, changed: Pair];

/** What comes with the event beside what is there, and what was there when it was sent beside what is. */
export async function pairsOf(
  kysely: Kysely<Tables>,
  context: ResourceContext | undefined,
  row: LifeRequestRow,
  record: StoredRow | null,
): Promise<Pairs> {
  const { resource } = row;
  if (!context || !record) return [nothing(resource), nothing(resource)];
  const pick = (names: readonly string[]): Image => Object.fromEntries(names.map((name) => [name, record[name]]));
  const columns = context.columns.writable.filter(({ key }) => Object.hasOwn(row.values, key));
  const stored = rowToStore(columns, row.values);
  // Lists are written as text, and read as what they are.
  const wanted = Object.fromEntries(
    columns.map(({ key, name, storage }) => [name, storage === 'list' || storage === 'pairs' ? row.values[key] : stored[name]]),
  );
  if (row.state !== 'open') return [{ resource, before: null, after: wanted }, nothing(resource)];
  const changes = await kysely
    .selectFrom('record_change')
    .select('before')
    .where('resource', '=', resource)
    .where('record_id', '=', row.record_id)
    .where('id', '>', row.seen_change)
    .orderBy('id', 'desc')
    .limit(CHANGES_LOOKED_AT)
    .execute();
  const before: Image = Object.assign({}, ...changes.map((change) => change.before ?? {})) as Image;
  return [
    { resource, before: pick(Object.keys(wanted)), after: wanted },
    { resource, before, after: pick(Object.keys(before)) },
  ];
}

/** A request with its section and its record, which may be one that the reader does not see. */
export interface ShownRequest {
  readonly context: ResourceContext;
  readonly row: LifeRequestRow;
  readonly record: StoredRow | null;
  readonly pairs: Pairs;
}

const nothing = (resource: string): Pair => ({ resource, before: {}, after: {} });

/** What a record is called in the language of whoever asks. */
export function calledIn(
  { messages }: Pick<Ports, 'messages'>,
  { resource }: Pick<ResourceContext, 'resource'>,
  record: StoredRow,
  { client: { language } }: Pick<AdminCaller, 'client'>,
): string {
  const title = record[titleWireName(resource, record, language)];
  return typeof title === 'string' ? nameRead(resource, title, { messages, language }) : '';
}

/** A request as it is shown, with what comes with its event and what was changed since. */
export function toldRequest(
  ports: Ports,
  { context, row, record, pairs: [values, changed] }: ShownRequest,
  describer: Describer,
  caller: AdminCaller,
): ToldRequest {
  const { resource, columns } = context;
  const { life } = resource;
  const { language } = caller.client;
  const state = record && life ? String(record[wireNameOf(life.field, resource.fields[life.field])]) : '';
  const isOpen = isOpenAt(row, nowSeconds(ports));
  const isOther = row.asked_by !== caller.id && may(caller, `${context.pagePath}/${approvalOf(row.event)}`.toLowerCase());
  return {
    id: row.id,
    resource: row.resource,
    section: sectionLabel(resource, ports.messages, language),
    recordId: row.record_id,
    title: record ? calledIn(ports, context, record, caller) : '',
    event: row.event,
    label: life ? eventLabel(context, life, row.event, language) : row.event,
    from: { name: state, label: life && state !== '' ? stateLabel(context, life, state, language) : '' },
    state: row.state === 'open' && !isOpen ? 'expired' : row.state,
    version: record && columns.version ? Number(record[columns.version.name]) : null,
    comment: row.comment,
    values: [...describer.fields({ resource: values.resource, recordId: row.record_id }, values.before, values.after)],
    changed: [...describer.fields({ resource: changed.resource, recordId: row.record_id }, changed.before, changed.after)],
    asked: { by: { id: row.asked_by, name: row.asked_name }, at: row.asked_at },
    expires: row.expires_at,
    settled:
      row.settled_at === null
        ? null
        : {
            by: row.settled_by === null ? null : { id: row.settled_by, name: row.settled_name },
            at: row.settled_at,
            comment: row.settled_comment,
          },
    may: {
      approve: isOpen && isOther && record !== null,
      decline: isOpen && isOther && record !== null,
      withdraw: isOpen && row.asked_by === caller.id,
    },
  };
}
