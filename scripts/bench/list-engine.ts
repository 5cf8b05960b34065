import { sql } from 'kysely';
import { resourceEndpoints } from '#api/contract/resource-endpoints';
import { SHIPPED_RESOURCES } from '#api/contract/resources/registry';
import type { Database } from '#server/db/database';
import { openDatabase } from '#server/db/open-database';
import { silentLogger } from '#server/logger';
import { createResources } from '#server/resources/registry';
import type { AdminCaller } from '#server/services/caller';
import { createMessages } from '#server/services/messages';

/** A super administrator, already known: what remains of a list request is the list. */
const CALLER: AdminCaller = {
  kind: 'admin',
  client: { ip: '127.0.0.1', userAgent: 'bench', language: 'zh-cn' },
  tokens: { admin: null, member: null },
  id: 1,
  username: 'admin',
  grants: { isSuper: true, groupIds: [1], ruleIds: new Set(), nodes: new Set() },
  once: null,
};

export interface ListEngine {
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
    { swap: () => undefined },
  );
  resources.registerAll(
    SHIPPED_RESOURCES.map((resource) => ({ resource })),
    'shipped',
  );
  const goods = resources.get('goods');
  if (!goods) throw new Error('there are no goods');
  const query = resourceEndpoints(goods.resource).list.input.parse({ page: '1', limit: '20' });
  return {
    async listFor(durationMs, askers) {
      const start = performance.now();
      let lists = 0;
      const asker = async () => {
        while (performance.now() - start < durationMs) {
          await goods.list(query, CALLER);
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

/** Copies of the sample goods with other prices, stocks and times, so that every index has something to sort. */
async function growGoods(database: Database, rows: number): Promise<void> {
  const { kysely } = database;
  await sql`
      with counted as (select count(*)::integer as present from goods),
        samples as (select *, row_number() over (order by id) as number from goods order by id limit 36)
      insert into goods (category_id, title, title_en, subtitle, images, price, list_price, stock, unit, status, tags, description, weigh, create_time, update_time)
      select s.category_id, s.title || ' ' || n, s.title_en || ' ' || n, s.subtitle, s.images, (n::bigint * 7919) % 1000000, null, (n % 500), s.unit,
        s.status, s.tags, s.description, 1000 + n, s.create_time - n, s.update_time - n
      from counted, generate_series(counted.present + 1, ${rows}::integer) as n
        join samples as s on s.number = 1 + n % (select count(*) from samples)`.execute(kysely);
  await sql`vacuum analyze goods`.execute(kysely);
}
