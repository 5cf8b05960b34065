import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** An id is its month times this, and a number that counts on: ids tell their block, and stand in the order of writing. */
const MONTH_IDS = 1_000_000_000;
/** Blocks that stand ready, the present month's among them. */
const BLOCKS_AHEAD = 4;
/** Held by whoever changes which blocks there are. */
const lockBlocks = async (trx: Transaction<Tables>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('journal'), 0)`.execute(trx);
};
const TABLES = ['change_set', 'record_change'] as const;

/** Months since the end of 2024, in UTC. */
export function monthOf(seconds: number): number {
  const date = new Date(seconds * 1000);
  return (date.getUTCFullYear() - 2025) * 12 + date.getUTCMonth() + 1;
}

/** Nobody waits long for a block: writes go on in those that are there, and the next round tries again. */
const waitShortly = (trx: Transaction<Tables>): Promise<unknown> => sql`set local lock_timeout = '2s'`.execute(trx);

async function blocksOf(trx: Transaction<Tables>, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select child.relname as name from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = to_regclass(${table}) order by child.relname`.execute(trx);
  return rows.map(({ name }) => name);
}

const numberIn = (block: string): number => Number(/_(\d+)$/u.exec(block)?.[1] ?? 0);

/** Makes the blocks of the coming months, and lets ids go on in the present one. Never back: a clock that is set back changes nothing. */
export async function turnMonth({ database, clock }: Ports): Promise<void> {
  const month = monthOf(nowSeconds({ clock }));
  await database.transaction(async (trx) => {
    await waitShortly(trx);
    await lockBlocks(trx);
    const { rows } = await sql<{ last: string | number }>`select last_value as last from journal_id`.execute(trx);
    const last = Number(rows[0]?.last);
    const present = Math.max(month, Math.floor(last / MONTH_IDS));
    for (const table of TABLES) {
      const there = new Set(await blocksOf(trx, table));
      for (let one = present; one < present + BLOCKS_AHEAD; one += 1)
        if (!there.has(`${table}_${one}`))
          await sql`create table ${sql.table(`${table}_${one}`)} partition of ${sql.table(table)}
            for values from (${sql.lit(one * MONTH_IDS)}) to (${sql.lit((one + 1) * MONTH_IDS)})`.execute(trx);
    }
    // Only where a month begins, far above whatever others draw meanwhile: a number that was read may be below one that is drawn by then.
    if (last < present * MONTH_IDS) await sql`select setval('journal_id', ${present * MONTH_IDS}::bigint, false)`.execute(trx);
  });
}

/**
 * Drops the blocks of months of which nothing is kept any more, with what stands beside their changes. A month with something in the
 * recycle bin stays until that is settled; the database itself refuses to part with it.
 * @param since Unix seconds of the oldest that is kept
 */
export async function dropBlocks({ database, clock }: Ports, since: number): Promise<void> {
  const months = await database.transaction((trx) => blocksOf(trx, 'change_set'));
  const past = months.filter((block) => numberIn(block) < monthOf(nowSeconds({ clock }))).toSorted((a, b) => numberIn(a) - numberIn(b));
  for (const block of past) {
    const isGone = await database.transaction((trx) => dropBlock(trx, block, since));
    // What is older than what stays would be a hole.
    if (!isGone) return;
  }
}

async function dropBlock(trx: Transaction<Tables>, block: string, since: number): Promise<boolean> {
  await waitShortly(trx);
  await lockBlocks(trx);
  // Another process may have had the same month in hand.
  if (!(await blocksOf(trx, 'change_set')).includes(block)) return true;
  const changes = block.replace('change_set', 'record_change');
  const [sets, images] = [sql.table(block), sql.table(changes)];
  const { rows } = await sql<{ is_kept: boolean }>`select
    coalesce((select at >= ${since} from ${sets} order by id desc limit 1), false)
    or coalesce((select at >= ${since} from ${images} order by id desc limit 1), false)
    or exists (select from recycle_entry where state = 'kept' and change_id in (select id from ${images})) as is_kept`.execute(trx);
  if (rows[0]?.is_kept !== false) return false;
  await sql`delete from recycle_entry where change_id in (select id from ${images})`.execute(trx);
  await sql`delete from sensitive_entry where change_id in (select id from ${images})`.execute(trx);
  await sql`delete from change_set_undo where set_id in (select id from ${sets})`.execute(trx);
  for (const table of TABLES) {
    const name = sql.table(table === 'change_set' ? block : changes);
    await sql`alter table ${sql.table(table)} detach partition ${name}`.execute(trx);
    await sql`drop table ${name}`.execute(trx);
  }
  return true;
}
