import { Zip, ZipDeflate } from 'fflate';
import Papa from 'papaparse';
import { sql, type Kysely } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import { createYielder } from '../../base/yielder.ts';
import { withoutFormula } from '#domain/table/formula-text';
import { portionsByWeight, weightSql } from '../../resources/files/portions.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { WaitingTable } from './waiting-rows.ts';

/** Records weighed at a time, and read at a time where they are light. */
const PORTION = 500;
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * Somebody took the records back, or let them go, while they were read. They are not held on to: a module could not be installed then for as
 * long as a slow line takes. Nobody writes to a table that waits, and no other one is ever called like it: what was read is of one moment.
 */
const waitsNoMore = () => rejection('refusals.modules.waitsNoMore');

type StoredRow = Readonly<Record<string, unknown>>;

/** A value in a cell; nothing in it is run. */
const cellOf = (value: unknown): string | number | boolean => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return withoutFormula(typeof value === 'string' ? value : JSON.stringify(value));
};

interface TableColumn {
  readonly name: string;
  readonly isText: boolean;
}

async function readColumns(kysely: Kysely<Tables>, table: string): Promise<readonly TableColumn[]> {
  const { rows } = await sql<TableColumn>`select column_name as name, data_type in ('text', 'character varying') as "isText"
    from information_schema.columns where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(
    kysely,
  );
  if (rows.length === 0) throw waitsNoMore();
  return rows;
}

async function* rowsOf(kysely: Kysely<Tables>, table: string, columns: readonly TableColumn[]): AsyncGenerator<readonly StoredRow[]> {
  const breathe = createYielder();
  const weight = weightSql(columns.map(({ name, isText }) => ({ place: sql.id(name), isText })));
  for (let last = 0; ;) {
    const { rows: weighed } = await sql<{ id: number; weight: number }>`select id, ${weight} as weight from ${sql.table(table)}
      where id > ${last}::bigint order by id limit ${PORTION}::int`.execute(kysely);
    for (const portion of portionsByWeight(weighed, (row) => row.weight)) {
      await breathe();
      const [first, final] = [portion[0]?.id ?? 0, portion.at(-1)?.id ?? 0];
      const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}
        where id between ${first}::bigint and ${final}::bigint order by id`.execute(kysely);
      if (rows.length > 0) yield rows;
      last = final;
    }
    if (weighed.length < PORTION) return;
  }
}

async function* linesOf(kysely: Kysely<Tables>, table: string, wrote: (rows: number) => void): AsyncGenerator<string> {
  for await (const rows of rowsOf(kysely, table, await readColumns(kysely, table))) {
    wrote(rows.length);
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

async function* cellsOf(kysely: Kysely<Tables>, table: string): AsyncGenerator<string> {
  const columns = await readColumns(kysely, table);
  const names = columns.map(({ name }) => name);
  yield BYTE_ORDER_MARK + Papa.unparse([names], { newline: LINE_END }) + LINE_END;
  for await (const rows of rowsOf(kysely, table, columns))
    yield (
      Papa.unparse(
        rows.map((row) => names.map((name) => cellOf(row[name]))),
        { newline: LINE_END },
      ) + LINE_END
    );
}

/**
 * The records of tables that wait, as a ZIP file that is made as it is read: of each section JSON, a record a line, and CSV for spreadsheets.
 * @param nowMs of its files
 * @param wrote is told how many more records are in it
 * @throws FailureError where they wait no more before the file is whole
 */
export async function* moduleArchive(
  kysely: Kysely<Tables>,
  tables: readonly WaitingTable[],
  nowMs: number,
  wrote: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  const encoder = new TextEncoder();
  async function* entry(name: string, chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const part = new ZipDeflate(name, { level: 3 });
    part.mtime = nowMs;
    zip.add(part);
    for await (const chunk of chunks) {
      part.push(encoder.encode(chunk));
      yield* packed.splice(0);
    }
    part.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  try {
    for (const [index, { section, table }] of tables.entries()) {
      // Tables of one section that were removed one after the other have a file each, the newest without a number.
      const place = tables.slice(0, index).filter((one) => one.section === section).length + 1;
      const name = place === 1 ? section : `${section}-${place}`;
      yield* entry(`${name}.jsonl`, linesOf(kysely, table, wrote));
      yield* entry(`${name}.csv`, cellsOf(kysely, table));
    }
  } catch (error) {
    throw isRefusal(error, 'noTable') ? waitsNoMore() : error;
  }
  zip.end();
  yield* packed.splice(0);
}

/** What is made only when somebody reads it. */
export const streamOfChunks = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const next = await chunks.next();
          if (next.done) return controller.close();
          if (next.value.byteLength > 0) return controller.enqueue(next.value);
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
