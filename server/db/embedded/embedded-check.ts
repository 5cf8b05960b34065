import type { PGlite } from '@electric-sql/pglite';
import { databaseErrorFields } from '../base/database-error.ts';

/** What a look at every page of the database has found. */
export interface DatabaseCheck {
  readonly pages: number;
  /** False where the time was over before everything was seen. */
  readonly isComplete: boolean;
  /** A sentence for each table or index that is damaged; empty when all is well. */
  readonly damages: readonly string[];
}

interface Relation {
  readonly name: string;
  readonly kind: string;
  readonly pages: number;
}

/** Pages of one relation, the last one included. */
interface Stretch {
  readonly name: string;
  readonly kind: string;
  readonly first: number;
  readonly last: number;
}

interface EmptyPage {
  readonly name: string;
  readonly kind: string;
  readonly page: number;
}

const PAGE_BYTES = 8192;
const HEADER_BYTES = 24;
const PAGES_AT_ONCE = 256;
/** A larger index would take longer than anybody waits, and its check cannot be stopped in the middle. */
const INDEX_PAGES = 2000;
/** Kinds of relations whose pages hold rows. */
const TABLES = 'rtm';
const INDEX = 'i';

/**
 * Reads every page, so that the engine verifies its checksum; finds pages of nothing but zeros that an index knows rows of, which the
 * engine takes for new ones; and compares the smaller indexes with their tables. All in one transaction that is rolled back, with
 * functions that are there for its length only.
 */
export async function checkDatabase(pg: PGlite, budgetMs: number): Promise<DatabaseCheck> {
  const until = performance.now() + budgetMs;
  const hasTime = (): boolean => performance.now() < until;
  await pg.exec('begin; create extension if not exists pageinspect; create extension if not exists amcheck; savepoint looked');
  try {
    const { rows: relations } = await pg.query<Relation>(`
      select oid::regclass::text as name, relkind::text as kind, (pg_relation_size(oid) / ${PAGE_BYTES})::integer as pages
      from pg_class where relkind in ('r', 't', 'm', 'i', 'S') and relpersistence = 'p' and pg_relation_size(oid) > 0 order by pages, oid`);
    const damages: string[] = [];
    let pages = 0;
    for (const stretches of inBatches(relations)) {
      if (!hasTime()) return { pages, isComplete: false, damages };
      damages.push(...(await damagesOf(pg, stretches)));
      pages += stretches.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    }
    for (const { name } of relations.filter((one) => one.kind === INDEX && one.pages <= INDEX_PAGES)) {
      if (!hasTime()) return { pages, isComplete: false, damages };
      damages.push(...(await indexDamage(pg, name)));
    }
    return { pages, isComplete: true, damages: [...new Set(damages)] };
  } finally {
    await pg.exec('rollback');
  }
}

/** Small relations together, large ones in parts: a statement costs much more than a page. */
function inBatches(relations: readonly Relation[]): Stretch[][] {
  const stretches = relations.flatMap(({ name, kind, pages }) =>
    Array.from({ length: Math.ceil(pages / PAGES_AT_ONCE) }, (_, part) => ({
      name,
      kind,
      first: part * PAGES_AT_ONCE,
      last: Math.min((part + 1) * PAGES_AT_ONCE, pages) - 1,
    })),
  );
  const batches: Stretch[][] = [];
  let room = 0;
  for (const stretch of stretches) {
    const size = stretch.last - stretch.first + 1;
    if (size > room) {
      batches.push([]);
      room = PAGES_AT_ONCE;
    }
    batches.at(-1)?.push(stretch);
    room -= size;
  }
  return batches;
}

async function damagesOf(pg: PGlite, stretches: readonly Stretch[]): Promise<string[]> {
  const read = await attempt(pg, () => emptyPagesIn(pg, stretches));
  const [only] = stretches;
  if (typeof read === 'string') {
    // Which of them it was.
    if (stretches.length > 1) return (await inTurn(stretches, (stretch) => damagesOf(pg, [stretch]))).flat();
    return [`${only?.name}: ${read}`];
  }
  const missed = await inTurn(
    read.filter(({ kind }) => TABLES.includes(kind)),
    async (empty) =>
      (await isKnownToIndex(pg, empty)) ? [`${empty.name}: page ${empty.page} is empty, although an index knows rows of it`] : [],
  );
  return missed.flat();
}

async function emptyPagesIn(pg: PGlite, stretches: readonly Stretch[]): Promise<readonly EmptyPage[]> {
  const { rows } = await pg.query<EmptyPage>(
    `select s.name, s.kind, b.page::integer as page
     from unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) as s (name, kind, first, last), generate_series(s.first, s.last) as b (page)
     where substr(get_raw_page(s.name, 'main', b.page), 1, ${HEADER_BYTES}) = decode(repeat('00', ${HEADER_BYTES}), 'hex')`,
    [
      stretches.map(({ name }) => name),
      stretches.map(({ kind }) => kind),
      stretches.map(({ first }) => first),
      stretches.map(({ last }) => last),
    ],
  );
  return rows;
}

/** A page that was made and never written is empty, too; but then no index leads to it. */
async function isKnownToIndex(pg: PGlite, { name, page }: EmptyPage): Promise<boolean> {
  const { rows: indexes } = await pg.query<{ name: string; pages: number }>(
    `select i.indexrelid::regclass::text as name, (pg_relation_size(i.indexrelid) / ${PAGE_BYTES})::integer as pages
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where i.indrelid = $1::regclass and a.amname = 'btree' and i.indpred is null order by pages limit 1`,
    [name],
  );
  const [index] = indexes;
  if (!index) return false;
  const known = await attempt(pg, async () => {
    const { rows } = await pg.query(
      `select from generate_series(1, $2::integer - 1) as b (page), lateral bt_page_items($1, b.page) as entry
       where (select type from bt_page_stats($1, b.page)) = 'l'
         and exists (select from unnest(coalesce(entry.tids, array[entry.htid])) as row (place) where (row.place::text::point)[0] = $3::integer)
       limit 1`,
      [index.name, index.pages, page],
    );
    return rows.length > 0;
  });
  // An index that cannot be read says nothing good of its table.
  return known !== false;
}

async function indexDamage(pg: PGlite, name: string): Promise<string[]> {
  const compared = await attempt(pg, () =>
    pg.query(
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam where c.oid = $1::regclass and a.amname = 'btree'`,
      [name],
    ),
  );
  return typeof compared === 'string' ? [`${name}: ${compared}`] : [];
}

/** @returns what the engine said where it refused, which ends nothing but this */
async function attempt<T>(pg: PGlite, work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    await pg.exec('rollback to looked');
    return databaseErrorFields(error).message;
  }
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
