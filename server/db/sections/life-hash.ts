import { sql, type Kysely } from 'kysely';
import type { Life } from '#domain/life/life';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { sha256 } from '../../base/digest.ts';
import type { Tables } from '../tables/tables.ts';

const hashes = new WeakMap<Life, Promise<string>>();

/** Says whether two lives are the same, in whatever order their parts stand. */
export function lifeHash(life: Life): Promise<string> {
  const known = hashes.get(life) ?? sha256(JSON.stringify(sorted(life)));
  hashes.set(life, known);
  return known;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/**
 * Held by every write of a section with a life to its end; whoever changes the life waits for them, and they for it. What was decided by a
 * life that another process has replaced is not written.
 * @throws FailureError where the section has another life by now
 */
export async function holdLife(trx: Kysely<Tables>, { name, life }: Pick<Resource, 'name' | 'life'>): Promise<void> {
  if (!life) return;
  await sql`select pg_advisory_xact_lock_shared(hashtext('life'), hashtext(${name}))`.execute(trx);
  const { rows } = await sql<{
    hash: string;
  }>`select hash from life_revision where resource = ${name} order by revision desc limit 1`.execute(trx);
  const hash = rows[0]?.hash ?? '';
  if (hash !== '' && hash !== (await lifeHash(life))) throw rejection('refusals.life.changedLife');
}

/** Held by whoever changes the life of a section. */
export async function lockLife(trx: Kysely<Tables>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('life'), hashtext(${name}))`.execute(trx);
}
