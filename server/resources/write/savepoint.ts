import { sql } from 'kysely';
import { FailureError } from '#domain/base/failure';
import { FieldsRefused, type Refusal } from '../../base/refusal.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { plainRefusal, type UnitOfWork } from './unit-of-work.ts';

/** Writes one record of many behind a savepoint: what the database itself refuses leaves the transaction usable for those after it. */
export async function savepoint(
  { resource }: Pick<ResourceContext, 'resource'>,
  { trx, write: { pending, steps } }: Pick<UnitOfWork, 'trx' | 'write'>,
  work: () => Promise<unknown>,
): Promise<Refusal | null> {
  const before = [...pending];
  const stepsBefore = [...steps];
  await sql`savepoint one_row`.execute(trx);
  try {
    await work();
    await sql`release savepoint one_row`.execute(trx);
    return null;
  } catch (error) {
    const plain = plainRefusal(error, resource);
    if (!(plain instanceof FailureError) && !(plain instanceof FieldsRefused)) throw error;
    await sql`rollback to savepoint one_row`.execute(trx);
    // What was kept inside is not kept any more.
    pending.splice(0, pending.length, ...before);
    steps.splice(0, steps.length, ...stepsBefore);
    return plain;
  }
}
