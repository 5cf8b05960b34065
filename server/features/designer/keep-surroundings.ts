import { sql, type Transaction } from 'kysely';
import type { AdminCaller } from '../../base/caller.ts';
import { shippedResource } from '../../base/shipped-resources.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { StoredRow } from '../../resources/base/row-codec.ts';
import { rowDifference, logChanges, type RecordChange } from '../../resources/write/record-change.ts';
import { CONFIG } from '../base/config-section.ts';

type Trx = Transaction<Tables>;
type Rows = ReadonlyMap<number, StoredRow>;

/** Sections into which designs and modules write beside their own tables: menus, rights, settings and watch rules. All are small. */
const BESIDE = [
  ...(['adminRule', 'adminGroup', 'memberRule', 'memberGroup', 'dataRecycle', 'sensitiveData'] as const).map((name) =>
    shippedResource(name),
  ),
  { ...CONFIG, table: 'config' },
];

export interface Keeping {
  readonly caller: AdminCaller;
  readonly nowSeconds: number;
  readonly source: 'designer' | 'module';
}

async function readAll(trx: Trx): Promise<readonly Rows[]> {
  const all: Rows[] = [];
  for (const { table } of BESIDE) {
    const { rows } = await sql<{ row: StoredRow }>`select to_jsonb(one) as row from ${sql.table(table)} as one`.execute(trx);
    all.push(new Map(rows.map(({ row }) => [Number(row['id']), row])));
  }
  return all;
}

function changesOf(before: Rows, after: Rows): readonly RecordChange[] {
  const gone = [...before].filter(([id]) => !after.has(id)).map(([recordId, row]) => ({ recordId, before: row, after: null }));
  const there = [...after].flatMap(([recordId, row]): RecordChange[] => {
    const former = before.get(recordId);
    if (!former) return [{ recordId, before: null, after: row }];
    const changed = rowDifference(former, row);
    return changed ? [{ recordId, ...changed, row }] : [];
  });
  return [...gone, ...there];
}

const actionOf = (changes: readonly RecordChange[]): 'add' | 'edit' | 'del' => {
  if (changes.every(({ before }) => before === null)) return 'add';
  return changes.every(({ after }) => after === null) ? 'del' : 'edit';
};

/**
 * Keeps in the journal what the work writes past the engine into menus, rights, settings and watch rules, one write for each section. It is
 * taken back where it was done, with the design or the module, and nothing of it waits in the bin.
 */
export async function keepingSurroundings<T>(trx: Trx, keeping: Keeping, work: () => Promise<T>): Promise<T> {
  const before = await readAll(trx);
  const result = await work();
  const after = await readAll(trx);
  for (const [index, resource] of BESIDE.entries()) {
    const changes = changesOf(before[index] ?? new Map(), after[index] ?? new Map());
    if (changes.length > 0)
      await logChanges(trx, { ...keeping, jobs: undefined, resource: { ...resource, bin: 'never' }, action: actionOf(changes) }, changes);
  }
  return result;
}
