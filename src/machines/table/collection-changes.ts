import type { AnyRecord } from '#domain/fields/field';
import { changeRow, findRow, isFixed, type ListRow } from '#domain/table/row';
import type { CollectionContext, PendingChange } from './collection.vocabulary.ts';
import type { CellChange } from './field-change.machine.ts';

/** Changes of single values that a table shows before the server has agreed to them: at most one for each row. */
type Changing = Pick<CollectionContext, 'rows' | 'changes'>;

type ChangeParams = Pick<CellChange, 'id' | 'field'>;

export const changeActorId = (id: number): string => `fieldChange:${id}`;

/** A row whose change is under way is not changed again before that is settled; what its server would refuse is not asked for. */
export function mayChange(
  { abilities, rows, changes }: Changing & Pick<CollectionContext, 'abilities'>,
  { id, field }: ChangeParams,
): boolean {
  const row = findRow(rows ?? [], id);
  return abilities.mayEdit && row !== undefined && !isFixed(row, field) && !changes.some((change) => change.id === id);
}

/** Rows from the server know nothing yet of what is under way. */
export const withChanges = (rows: readonly ListRow[], changes: readonly PendingChange[]): readonly ListRow[] =>
  changes.reduce((shown, { id, field, value }) => changeRow(shown, id, { [field]: value }), rows);

export const beginChange = ({ rows, changes }: Changing, change: CellChange): Changing => ({
  changes: [...changes, { ...change, before: findRow(rows ?? [], change.id)?.[change.field] }],
  rows: rows && withChanges(rows, [change]),
});

/** @param values what is known of the record by now */
export const settleChange = (
  { rows, changes }: Changing,
  { id, values }: { readonly id: number; readonly values: AnyRecord },
): Changing => ({
  changes: changes.filter((change) => change.id !== id),
  rows: rows && changeRow(rows, id, values),
});

/** As it was, as far as nothing newer is known. */
export function revertChange({ rows, changes }: Changing, { id, values }: { readonly id: number; readonly values: AnyRecord }): Changing {
  const undone = changes.find((change) => change.id === id);
  return settleChange({ rows, changes }, { id, values: { ...(undone && { [undone.field]: undone.before }), ...values } });
}
