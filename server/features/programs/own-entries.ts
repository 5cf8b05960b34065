import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { SecurityEvent } from '#domain/session/security-event';
import type { WriteContext } from '../../resources/base/hooks.ts';
import type { SecurityLog } from '../base/security-log.ts';

/** A section whose records act in the name of the administrator who made them. */
interface EntriesOf {
  readonly resource: 'apiToken' | 'webhook';
  readonly table: 'api_token' | 'webhook';
  /** As many has an administrator at most. */
  readonly most: number;
  readonly refusals: { readonly ofAnother: string; readonly tooMany: string };
  /** What the security log calls it, written out where it is given: who looks for an event finds the place it comes from. */
  readonly events: { readonly changed: SecurityEvent; readonly ended: SecurityEvent };
}

/** What whoever is not its owner may do to an entry: end it. */
const endsIt = (key: string, values: AnyRecord): boolean => key === 'status' && values[key] === false;

/** What tokens and webhooks have in common: their owner alone says what they do, others may end them, and the security log has it. */
export function ownEntries({ resource, table, most, refusals, events }: EntriesOf) {
  /** Those that are added at once are counted one after the other. */
  async function refuseTooMany({ trx, caller }: Pick<WriteContext, 'trx' | 'caller'>): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${String(caller.id)}))`.execute(trx);
    const { count } = await trx
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('admin_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    if (count >= most) throw rejection(refusals.tooMany, { count: most });
  }

  const note = (
    kind: 'changed' | 'ended',
    { id, adminId }: { readonly id: number; readonly adminId: number },
    { trx, caller }: Pick<WriteContext, 'trx' | 'caller'>,
    securityLog: SecurityLog,
  ): Promise<void> => {
    const whose = { accountType: 'admin', accountId: adminId, detail: { resource, id, by: caller.id } } as const;
    return securityLog.write(events[kind], caller.client, whose, trx);
  };

  /** @returns the keys of the values that change */
  async function changed(values: AnyRecord, { trx, caller, before }: WriteContext): Promise<readonly string[]> {
    const keys = Object.keys(values).filter((key) => before === null || JSON.stringify(values[key]) !== JSON.stringify(before[key]));
    if (before === null) await refuseTooMany({ trx, caller });
    else if (before['adminId'] !== caller.id && keys.some((key) => !endsIt(key, values) && key !== 'updateTime'))
      throw rejection(refusals.ofAnother);
    return keys;
  }

  /** What the security log tells of one that was written: that it was ended, or that something else may be done by it. */
  function noteWrite(record: AnyRecord, context: WriteContext, securityLog: SecurityLog): Promise<void> {
    const isEnded = context.before?.['status'] === true && record['status'] === false;
    return note(isEnded ? 'ended' : 'changed', { id: Number(record['id']), adminId: Number(record['adminId']) }, context, securityLog);
  }

  /** The same of those that are deleted. */
  async function noteEnded(ids: readonly number[], context: Pick<WriteContext, 'trx' | 'caller'>, securityLog: SecurityLog): Promise<void> {
    const rows = await context.trx.selectFrom(table).select(['id', 'admin_id']).where('id', 'in', ids).execute();
    // One transaction asks one thing after the other.
    for (const { id, admin_id: adminId } of rows) await note('ended', { id, adminId }, context, securityLog);
  }

  return { changed, noteWrite, noteEnded };
}
