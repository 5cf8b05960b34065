import { createQueryId, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import { remember } from '../../base/remember.ts';
import type { ColumnMap } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';

interface Written {
  /** Of the sections whose records are joined: one that was designed anew is another. */
  readonly theirs: readonly ColumnMap[];
  readonly part: RawBuilder<unknown>;
}

/** How many forms of one part are kept: a page of other length may tell more of long texts. */
const MAX_FORMS = 20;

const written = new WeakMap<object, Map<string, Written>>();
const compiler = new PostgresQueryCompiler();

/**
 * A part of a statement that is the same each time it is asked for, as text: to put the columns of a list together anew took a tenth of what a page takes.
 * @param columns whose part it is, by themselves
 * @param form which one of them
 * @throws Error where it has values
 */
export function writtenOnce(
  { columns: { relations, manyRelations }, other }: Pick<ResourceContext, 'columns' | 'other'>,
  columns: object,
  form: string,
  compose: () => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const theirs = [...relations, ...manyRelations].map(({ of }) => other(of).columns);
  const forms = written.get(columns) ?? new Map<string, Written>();
  written.set(columns, forms);
  const there = forms.get(form);
  if (there && there.theirs.every((one, index) => one === theirs[index])) return there.part;
  const { sql: text, parameters } = compiler.compileQuery(compose().toOperationNode(), createQueryId());
  if (parameters.length > 0) throw new Error('what is written once has no values');
  const part = sql.raw(text);
  forms.delete(form);
  remember(forms, MAX_FORMS, form, { theirs, part });
  return part;
}
