import * as fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnShape, StoredTableShape } from '#domain/designer/column-shape';
import type { Choices, PlanOptions, Step } from '#domain/designer/plan-step';
import { createTableSql, shapeOf } from '#domain/designer/table-shape';
import { plan } from '#domain/designer/table-plan';
import type { Database } from '#server/db/base/database';
import { isRefusal } from '#server/db/base/database-error';
import type { Tables } from '#server/db/tables/tables';
import { readCatalogue } from '#server/db/sections/catalogue';
import { PlanStopped, runSteps, rollBackSteps, type StepCount } from '#server/features/designer/run-steps';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { somePair, type Pair } from '#tests/support/designs/designs.ts';
import { effort } from '#tests/support/effort.ts';

const PAIRS = effort(40, 2000);
const RENAMED_ROWS = effort(500, 10_000);

class Undone extends Error {}

/** Whatever the work does is undone. */
async function tried<T>(database: Database, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await database
    .withoutTimeout(async (trx) => {
      result = { value: await work(trx) };
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  if (!result) throw new Error('nothing was tried');
  return result.value;
}

const runAll = async (trx: Kysely<Tables>, statements: readonly string[]): Promise<void> => {
  if (statements.length === 0) return;
  await sql.raw(`do $all$ begin ${statements.map((one) => `execute $one$${one}$one$;`).join(' ')} end $all$`).execute(trx);
};

const shapeIn = ({ from }: Pick<Pair, 'from'>) => shapeOf(from, () => from.declaration.table);

/** Values that a column can hold, the number-th of some. */
function sampleOf({ storage, options, type }: ColumnShape, number: number): string {
  const length = Number(/\((\d+)\)/u.exec(type)?.[1] ?? 99);
  const texts = ['12', '2026-02-28', `t${number}`, '', '3.50', '08:30:00', 's', "it's"];
  switch (storage) {
    case 'text':
      return options ? (options[number % options.length] ?? '') : (texts[number % texts.length] ?? '').slice(0, length);
    case 'integer':
    case 'cents':
      return String([0, 100, 250, -7][number % 4]);
    case 'seconds':
      return String(1_768_435_200 + number * 86_400);
    case 'decimal':
      return ['0', '1.5', '100', '-0.25'][number % 4] ?? '0';
    case 'record':
    case 'parent':
      return '0';
    case 'date':
      return `2026-01-0${(number % 9) + 1}`;
    case 'timeOfDay':
      return `0${number % 10}:30:00`;
    case 'switch':
      return String(number % 2);
    case 'list':
      return JSON.stringify(options ? options.slice(0, number % 3) : [[], ['s'], ['s', 'm'], ['12']][number % 4]);
    case 'pairs':
      return JSON.stringify(number % 2 ? [{ key: 'a', value: 'b' }] : []);
    case 'ids':
      return number % 2 ? '1,2' : '';
    default:
      return storage satisfies never;
  }
}

async function insertRows(trx: Kysely<Tables>, { table, columns }: StoredTableShape, count: number): Promise<void> {
  const own = columns.filter(({ isKey }) => !isKey);
  const values = Array.from({ length: count }, (_, row) =>
    own.map((column, index) => {
      const isEmpty = column.isNullable && (row + index) % 5 === 0;
      const isReference = column.storage === 'record';
      return isEmpty || (isReference && column.isNullable)
        ? 'null'
        : isReference
          ? String(row + 1)
          : `'${sampleOf(column, row * 3 + index).replaceAll("'", "''")}'`;
    }),
  );
  const rows = values.map((one, index) => `(${[String(index + 1), ...one].join(', ')})`).join(', ');
  await sql
    .raw(`insert into ${table} (${['id', ...own.map(({ name }) => name)].join(', ')}) values ${rows} on conflict do nothing`)
    .execute(trx);
}

const rowsOf = async (trx: Kysely<Tables>, table: string) =>
  (await sql.raw<Record<string, unknown>>(`select * from ${table} order by id`).execute(trx)).rows;

/** The plan as somebody would choose who wants it to go through; null where rows stand against it whatever is chosen. */
async function carriedOut(
  trx: Kysely<Tables>,
  from: StoredTableShape,
  to: StoredTableShape,
  options: PlanOptions,
): Promise<{ readonly steps: readonly Step[]; readonly counts: readonly StepCount[] } | null> {
  let choices: Choices = {};
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const steps = plan(from, to, { ...options, choices });
    await sql`savepoint attempt`.execute(trx);
    try {
      return { steps, counts: await runSteps(trx, steps, { tables: [from.table, to.table], onStop: 'throw' }) };
    } catch (error) {
      await sql`rollback to savepoint attempt`.execute(trx);
      if (!(error instanceof PlanStopped)) throw error;
      const { id, acts, kind, subject } = error.step;
      const had = choices[id];
      const column = to.columns.find(({ name }) => name === subject);
      const value = column ? sampleOf({ ...column, options: column.options?.filter(Boolean) ?? null }, 1) : '';
      const act = acts.includes('value') ? 'value' : acts.includes('keep') ? 'keep' : acts.includes('empty') ? 'empty' : null;
      if (act === null || (had && had.value !== undefined)) return null;
      choices = { ...choices, [id]: { act, ...(act === 'value' || kind === 'changeType' ? { value } : {}) } };
    }
  }
  throw new Error('the plan never went through');
}

/** Whether a step took values of the column away for good, or wrote some where there were none, as it had said. */
const isLost = (steps: readonly Step[], counts: readonly StepCount[], name: string): boolean =>
  steps.some(({ id, kind: of, subject, keeps }) => {
    const count = counts.find((one) => one.id === id);
    if (subject !== name || keeps || !count) return false;
    if (of === 'changeType') return (count.rows ?? 0) + count.converted > 0;
    return (of === 'setNotNull' || of === 'setOptions') && (count.rows ?? 0) > 0;
  });

/** Columns whose values are neither where they were, nor under a new name, nor waiting, although no step said so. */
function lostColumns(
  names: readonly string[],
  had: readonly Record<string, unknown>[],
  has: readonly Record<string, unknown>[],
  steps: readonly Step[],
  renamed: Readonly<Record<string, string>>,
): readonly string[] {
  return names.filter((name) => {
    const now = renamed[name] ?? name;
    const waiting = steps.find((step) => step.keeps?.column === name && step.kind === 'dropColumn')?.keeps?.as;
    const said = steps.some(
      ({ kind: of, subject, class: risk }) => subject === now && (of === 'changeType' || of === 'setOptions') && risk !== 'safe',
    );
    if (waiting === undefined && said) return false;
    const isFilled = steps.some(({ kind: of, subject }) => of === 'setNotNull' && subject === now);
    return had.some(
      (row, index) => !(isFilled && row[name] === null) && JSON.stringify(has[index]?.[waiting ?? now]) !== JSON.stringify(row[name]),
    );
  });
}

describe.each(dealtKinds())('plans of tables on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  it(
    'lead from any shape to any other, and back, and lose no value without saying so',
    async () => {
      const outcomes = { through: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(somePair, fc.integer({ min: 0, max: 6 }), async ({ from, to, renames }, count) => {
          const [before, after] = [shapeIn({ from }), shapeIn({ from: to })];
          const wanted = await tried(database, async (trx) => {
            await runAll(trx, createTableSql(after));
            return readCatalogue(trx, after.table);
          });
          await tried(database, async (trx) => {
            await runAll(trx, createTableSql(before));
            const first = await readCatalogue(trx, before.table);
            if (count > 0) await insertRows(trx, before, count);
            const had = await rowsOf(trx, before.table);
            const done = await carriedOut(trx, before, after, { renames, revision: 7 });
            if (done === null) {
              outcomes.refused += 1;
              return;
            }
            outcomes.through += 1;
            const { steps, counts } = done;
            expect(await readCatalogue(trx, after.table)).toEqual(wanted);
            const has = await rowsOf(trx, after.table);
            expect(has.map(({ id }) => id)).toEqual(had.map(({ id }) => id));
            expect(
              lostColumns(
                before.columns.map(({ name }) => name),
                had,
                has,
                steps,
                renames.columns,
              ),
            ).toEqual([]);
            const wasLost = (name: string): boolean => isLost(steps, counts, renames.columns[name] ?? name);
            const isBack = await rollBackSteps(trx, steps).then(
              () => true,
              (error: unknown) => {
                // Values that became one value, as was said, are not unique again.
                if (isRefusal(error, 'unique') && before.unique.some((list) => list.some(wasLost))) return false;
                throw error;
              },
            );
            if (!isBack) return;
            expect(await readCatalogue(trx, before.table)).toEqual(first);
            const back = await rowsOf(trx, before.table);
            const whole = before.columns.map(({ name }) => name).filter((name) => !wasLost(name));
            const ofWhole = (rows: readonly Record<string, unknown>[]) => rows.map((row) => whole.map((name) => row[name]));
            expect(ofWhole(back)).toEqual(ofWhole(had));
          });
        }),
        // The same pairs in every run of the suite, others in each long one.
        { numRuns: PAIRS, ...effort({ seed: 20_261_123 }, {}) },
      );
      expect(outcomes.through).toBeGreaterThan(outcomes.refused);
    },
    effort(600_000, 3_600_000),
  );

  it(`keep all values of ${RENAMED_ROWS} rows whose columns and table get other names, in a circle too`, async () => {
    const { from, to } = renamedAll();
    const [before, after] = [shapeIn({ from }), shapeIn({ from: to })];
    await tried(database, async (trx) => {
      await runAll(trx, createTableSql(before));
      await insertRows(trx, before, RENAMED_ROWS);
      const had = await rowsOf(trx, 'x_one');
      const steps = plan(before, after, {
        renames: { columns: { colour: 'size', size: 'colour', code: 'number_of' }, options: {} },
        revision: 2,
      });
      expect(steps.filter((step) => step.class !== 'safe')).toEqual([]);
      await runSteps(trx, steps, { tables: ['x_one', 'x_two'], onStop: 'throw' });
      const has = await rowsOf(trx, 'x_two');
      expect(has).toEqual(had.map(({ colour, size, code, ...rest }) => ({ ...rest, colour: size, size: colour, number_of: code })));
    });
  });
});

function renamedAll(): Omit<Pair, 'renames'> {
  const declaration = {
    name: 'specimen',
    controller: 'x.Specimen',
    titleField: 'title',
    rowActions: [],
    defaultOrder: { field: 'id', direction: 'asc' },
  } as const;
  const shape = { indexes: [], foreignKeys: 'none' } as const;
  const own = { id: { kind: 'id' }, title: { kind: 'string' }, parentId: { kind: 'parent', column: 'pid' } } as const;
  const [colour, size, code] = [
    { kind: 'select', options: ['s', 'm'] } as const,
    { kind: 'string', maxLength: 20 } as const,
    { kind: 'money' } as const,
  ];
  return {
    from: {
      declaration: { ...declaration, table: 'x_one', fields: { ...own, colour, size, code } },
      shape: { ...shape, unique: [['size', 'id']] },
    },
    to: {
      declaration: { ...declaration, table: 'x_two', fields: { ...own, size: colour, colour: size, numberOf: code } },
      shape: { ...shape, unique: [['colour', 'id']] },
    },
  };
}
