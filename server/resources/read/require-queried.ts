import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { rejection } from '#domain/base/failure';
import type { Writer } from '../../base/caller.ts';
import type { ColumnMap } from '../base/columns.ts';

/**
 * What a program is told in part, or not at all, it neither searches nor sorts by: it would find out the rest bit by bit.
 * @throws FailureError where the query names such a column
 */
export function requireQueried({ columns }: { readonly columns: ColumnMap }, query: ListQuery, caller: Writer): void {
  if (caller.program === undefined) return;
  const named = [
    ...(query.search ?? []).map(({ field }) => field),
    ...(query.anyOf ?? []).flat().map(({ field }) => field),
    query.order.split(',', 1)[0] ?? '',
    query.initKey?.split('.').at(-1) ?? '',
  ];
  const hidden = named.find((name) => columns.find(name)?.field.query === 'byPeople');
  if (hidden !== undefined) throw rejection('refusals.unknownField', { field: hidden.slice(0, 60) });
}
