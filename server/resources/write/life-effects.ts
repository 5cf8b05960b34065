import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import { isMailed, LIFE_LIMITS, waysFrom, type Life, type SendEffect } from '#domain/life/life';
import { holdLife } from '../../db/sections/life-hash.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { eventLabel } from '../life/life-words.ts';
import { lockRows, type UnitOfWork } from './unit-of-work.ts';
import { SERVER_CALLER } from './server-caller.ts';

/** Sends an event to a record that is locked; as a save does. */
export type SendLocked = (context: ResourceContext, unit: UnitOfWork, row: StoredRow, event: string) => Promise<unknown>;

/**
 * Leads on the records that a step leads on, in its own transaction and write. Those in a state that has no such event stay as they are; where
 * a condition stands against one of them, the whole is refused.
 * @throws FailureError where the same event would come round to the same record, or too many records would be led on
 */
export async function sendFurther(
  context: ResourceContext,
  unit: UnitOfWork,
  row: StoredRow,
  { event, further }: { readonly event: string; readonly further: readonly string[] },
  send: SendLocked,
): Promise<void> {
  const { resource, columns } = context;
  const { life } = resource;
  if (!life) return;
  const chain = [...(unit.chain ?? []), `${resource.name}:${String(row[columns.id.name])}:${event}`];
  for (const name of further) {
    const effect = life.effects[name];
    if (!effect || !('send' in effect)) continue;
    const other = context.contextOf('of' in effect.to ? relatedTo(context, effect.to.of) : effect.to.referring);
    const otherLife = other?.resource.life;
    // A section that is gone, or has no life any more, is led nowhere.
    if (!other || otherLife?.events[effect.send]?.right !== 'none') continue;
    if (chain.length > LIFE_LIMITS.sentDepth) throw circle(other, otherLife, unit, effect.send);
    const rows = await meantRows(context, other, unit, row, effect);
    for (const one of rows) {
      const key = `${other.resource.name}:${String(one[other.columns.id.name])}:${effect.send}`;
      if (chain.includes(key)) throw circle(other, otherLife, unit, effect.send);
      const state = String(one[wireNameOf(otherLife.field, other.resource.fields[otherLife.field])]);
      if (waysFrom(otherLife, state, 'on', effect.send).length > 0) await send(other, { ...unit, chain }, one, effect.send);
    }
  }
}

const circle = (context: ResourceContext, life: Life, { caller }: UnitOfWork, event: string) =>
  rejection('refusals.life.sendCircle', { event: eventLabel(context, life, event, caller.client.language) });

const relatedTo = ({ resource }: ResourceContext, key: string): string => {
  const field = resource.fields[key];
  return field && 'of' in field ? field.of : '';
};

/** The records that an effect means, locked: whoever sends it need not see them. */
async function meantRows(
  context: ResourceContext,
  other: ResourceContext,
  unit: UnitOfWork,
  row: StoredRow,
  { to }: SendEffect,
): Promise<readonly StoredRow[]> {
  await holdLife(unit.trx, other.resource);
  const all = { ...unit, caller: SERVER_CALLER };
  if ('of' in to) {
    const id = Number(row[wireNameOf(to.of, context.resource.fields[to.of])]);
    return id > 0 ? lockRows(other, all, [id]) : [];
  }
  const column = other.columns.relations.find((relation) => relation.column.key === to.by)?.column.name;
  if (column === undefined) return [];
  const { rows } = await sql<{ id: number }>`select ${sql.id(other.columns.id.name)} as id from ${sql.table(other.resource.table)}
    where ${sql.id(column)} = ${Number(row[context.columns.id.name])}::bigint order by 1 limit ${LIFE_LIMITS.sent + 1}`.execute(unit.trx);
  if (rows.length > LIFE_LIMITS.sent) throw rejection('refusals.life.sentTooMany', { max: LIFE_LIMITS.sent });
  return rows.length === 0
    ? []
    : lockRows(
        other,
        all,
        rows.map(({ id }) => id),
      );
}

/** Job of a mail that a step says; the feature that mails it knows it by this name. */
export const STEP_MAIL = 'life.stepMail';

/** The names of what is mailed with a step, and what leaves it behind as jobs once the step has its number. */
export function mailsOf(
  { resource, ports }: ResourceContext,
  { trx }: UnitOfWork,
  further: readonly string[],
): { readonly effects?: readonly string[]; readonly afterwards?: (step: number) => Promise<void> } {
  const mailed = further.filter((name) => {
    const effect = resource.life?.effects[name];
    return effect !== undefined && isMailed(effect);
  });
  if (mailed.length === 0) return {};
  return {
    effects: mailed,
    afterwards: async (step) => {
      for (const [index, effect] of mailed.entries()) await ports.jobs?.send(trx, STEP_MAIL, { step, effect }, `step:${step}:${index}`);
    },
  };
}
