import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { FORGOTTEN_AT_ONCE } from '../../base/limits.ts';
import { taskOf } from '../../base/precedence.ts';
import type { ServerPorts } from '../../ports/ports.ts';

/**
 * Forgets rows in portions, each in a transaction of its own, so that nobody waits long and a round that is broken off has done what it has
 * done: all at once would take longer each time it fails, until no time is long enough.
 * @param condition of the rows that go, over their own table
 * @param atOnce fewer where much goes along with each
 */
export async function forgetRows(
  ports: Pick<ServerPorts, 'database' | 'precedence'>,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  { atOnce = FORGOTTEN_AT_ONCE, stopped }: { readonly atOnce?: number; readonly stopped?: AbortSignal | undefined } = {},
): Promise<void> {
  const giveWay = taskOf(ports);
  const name = sql.table(table);
  for (;;) {
    await giveWay();
    if (stopped?.aborted === true) return;
    const gone =
      await sql`delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${atOnce}))`.execute(
        ports.database.kysely,
      );
    if (Number(gone.numAffectedRows ?? 0) < atOnce) return;
  }
}
