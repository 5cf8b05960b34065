import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../base/database.ts';
import { migrateDatabase, OWN_STEPS } from '../migrate.ts';
import { lookAtSteps } from '../newer-steps.ts';
import { copiedColumns } from './table-columns.ts';

type CopiedRow = Readonly<Record<string, unknown>>;

/** What is asked of the copy of a database, wherever it is open. */
export type CopyQuestion =
  | { readonly kind: 'columns'; readonly table: string }
  | {
      readonly kind: 'rows';
      readonly table: string;
      readonly id: string;
      readonly names: readonly string[];
      readonly after: number;
      readonly limit: number;
    }
  | { readonly kind: 'files'; readonly names: readonly string[]; readonly urls: readonly string[] };

/** The copy of a database, open to be read, with the tables that this version has. */
export interface DatabaseCopy {
  /** Columns that take values with their types, such as `bigint`; none where there is no such table. */
  columns(table: string): Promise<Readonly<Record<string, string>>>;
  /** The next rows by their ids, behind one of them. */
  rows(question: Omit<Extract<CopyQuestion, { kind: 'rows' }>, 'kind'>): Promise<readonly CopiedRow[]>;
  /** Rows of stored files by their addresses, with `sha256`, `bytes` and `file_id` of those whose bytes lie on a disk. */
  files(names: readonly string[], urls: readonly string[]): Promise<readonly CopiedRow[]>;
  close(): Promise<void>;
}

/**
 * Brings a copy into the shape that this version knows, so that its rows can be put beside today's.
 * @throws Error for the copy of a newer version
 */
export async function prepareCopy(database: Database): Promise<void> {
  // A copy is read by nobody else: whatever this version does not know is too much, for its rows may mean something else.
  const { unknown, open } = await lookAtSteps(database.kysely, OWN_STEPS, false);
  const step = unknown.at(-1);
  if (step !== undefined)
    throw new Error(
      `The backup was made by a newer version of Troupe than this one: it has the step ${step}. Nothing was changed. Read it with that version.`,
    );
  if (open.length > 0) await migrateDatabase(database);
}

const namesSql = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.id(name)));

/** Answers one question, with rows that go through JSON without loss. */
export async function answerOfCopy({ kysely }: Pick<Database, 'kysely'>, question: CopyQuestion): Promise<readonly CopiedRow[]> {
  switch (question.kind) {
    case 'columns':
      return copiedColumns(kysely, question.table);
    case 'rows': {
      const { table, id, names, after, limit } = question;
      const { rows } = await sql<CopiedRow>`select ${namesSql(names)} from ${sql.table(table)}
        where ${sql.id(id)} > ${after}::bigint order by ${sql.id(id)} limit ${limit}`.execute(kysely);
      return rows;
    }
    case 'files': {
      const { names, urls } = question;
      const own = sql.join(names.map((name) => sql`attachment.${sql.id(name)}`));
      const { rows } = await sql<CopiedRow>`select ${own}, blob.sha256, blob.size as bytes, blob.file_id
        from attachment left join blob on blob.id = attachment.blob_id
        where url in (select jsonb_array_elements_text(${JSON.stringify(urls)}::jsonb))`.execute(kysely);
      return rows;
    }
    default:
      return question satisfies never;
  }
}

/** A copy by the way in which it is asked. */
export function copyAsked(ask: (question: CopyQuestion) => Promise<readonly CopiedRow[]>, close: () => Promise<void>): DatabaseCopy {
  return {
    columns: async (table) =>
      Object.fromEntries((await ask({ kind: 'columns', table })).map(({ name, type }) => [String(name), String(type)])),
    rows: (question) => ask({ kind: 'rows', ...question }),
    files: (names, urls) => ask({ kind: 'files', names, urls }),
    close,
  };
}
