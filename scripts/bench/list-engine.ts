import { sql } from 'kysely';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import type { Database } from '#server/db/base/database';
import { pastLives } from '#server/db/sections/guard-lives';
import { openDatabase } from '#server/db/open-database';
import { silentLogger } from '#server/base/logger';
import { createResources } from '#server/resources/registry';
import type { AdminCaller } from '#server/base/caller';
import { createMessages } from '#server/base/messages';

/** A super administrator, already known: what remains of a list request is the list. */
const CALLER: AdminCaller = {
  kind: 'admin',
  client: { ip: '127.0.0.1', userAgent: 'bench', language: 'zh-cn' },
  tokens: { admin: null, member: null },
  id: 1,
  username: 'admin',
  grants: { isSuper: true, groupIds: [1], ruleIds: new Set(), nodes: new Set() },
  idempotencyKey: null,
};

interface WishedCondition {
  readonly field: string;
  readonly operator: string;
  readonly val: string;
}

/** What a list is asked for besides its first 20 rows. */
export interface ListWish {
  readonly order?: string;
  readonly quickSearch?: string;
  readonly search?: readonly WishedCondition[];
  readonly anyOf?: readonly (readonly WishedCondition[])[];
}

export interface ListEngine {
  listOnce(wish: ListWish): Promise<{ readonly ms: number; readonly total: number }>;
  /** Drops remembered totals. */
  forget(): void;
  /** Lists 20 goods with this many askers at a time. @returns lists per second */
  listFor(durationMs: number, askers: number): Promise<number>;
  /** Fills the goods table up to this many rows. */
  growTo(rows: number): Promise<void>;
  close(): Promise<void>;
}

/** The goods list without HTTP: the same queries, rows decoded the same way, in the same kind of process. */
export async function openListEngine(options: { readonly dataDir: string; readonly url?: string | undefined }): Promise<ListEngine> {
  const database = await openDatabase({ ...options, logger: silentLogger, statementTimeoutMs: 0 });
  const resources = createResources(
    { database, clock: { nowMs: () => Date.now() }, messages: createMessages({ 'zh-cn': {}, en: {} }) },
    { swap: () => undefined, takenEvents: () => [] },
  );
  resources.registerAll([{ resource: goodsCategory }, { resource: goods }], 'shipped');
  const engine = resources.get('goods');
  if (!engine) throw new Error('there are no goods');
  const { input } = resourceEndpoints(goods).list;
  const query = input.parse({ page: '1', limit: '20' });
  return {
    async listOnce(wish) {
      const asked = input.parse({ ...query, ...wish });
      const start = performance.now();
      const { total = 0 } = await engine.list(asked, CALLER);
      return { ms: performance.now() - start, total };
    },
    forget: () => resources.forget(),
    async listFor(durationMs, askers) {
      const start = performance.now();
      let lists = 0;
      const asker = async () => {
        while (performance.now() - start < durationMs) {
          await engine.list(query, CALLER);
          lists += 1;
        }
      };
      await Promise.all(Array.from({ length: askers }, asker));
      return (lists * 1000) / (performance.now() - start);
    },
    growTo: (rows) => growGoods(database, rows),
    close: () => database.close(),
  };
}

/** Cents: each of so many prices as often as any other. */
export const DISTINCT_PRICES = 1_000_000;
export const DISTINCT_STOCKS = 20_000;

/**
 * Copies of the sample goods with other prices, stocks and times, so that every index has something to sort. Indexes are built
 * afterwards, which takes a fraction of the time; the table is then as it would have been.
 */
async function growGoods(database: Database, rows: number): Promise<void> {
  await database.withoutTimeout(async (kysely) => {
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes where tablename = 'goods' and indexname <> 'goods_pkey'`.execute(
      kysely,
    );
    await pastLives(kysely);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(kysely);
    await sql`
      with counted as (select count(*)::integer as present from goods),
        samples as (select *, row_number() over (order by id) as number from goods order by id limit 36)
      insert into goods (category_id, title, title_en, subtitle, images, price, list_price, stock, unit, status, tags, description, weigh, create_time, update_time)
      select s.category_id, s.title || ' ' || n, s.title_en || ' ' || n, s.subtitle, s.images, (n::bigint * 7919) % ${DISTINCT_PRICES}::integer, null, n % ${DISTINCT_STOCKS}::integer, s.unit,
        s.status, s.tags, s.description, 1000 + n, s.create_time - n, s.update_time - n
      from counted, generate_series(counted.present + 1, ${rows}::integer) as n
        join samples as s on s.number = 1 + n % (select count(*) from samples)`.execute(kysely);
    // Indexes are not built over rows whose triggers wait for the end of the transaction.
    await sql`set constraints all immediate`.execute(kysely);
    for (const { definition } of indexes) await sql.raw(definition).execute(kysely);
    await sql`analyze goods`.execute(kysely);
  });
  // Not part of any transaction, and within the usual time limit: the rows are new, so there is little to do.
  await sql`vacuum goods`.execute(database.kysely);
}
