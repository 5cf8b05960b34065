import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { rejection } from '#domain/base/failure';
import type { Writer } from '../../base/caller.ts';
import { may } from '../access/permissions.ts';
import type { Column } from '../base/columns.ts';
import type { ResourceContext } from '../base/resource-context.ts';

type Section = Pick<ResourceContext, 'columns' | 'pagePath'>;

/** What a caller is told nothing of, in rows, files and searches: they may not edit records of the section. */
export const unseenColumns = ({ columns: { ofEditors }, pagePath }: Section, caller: Writer): readonly Column[] =>
  ofEditors.length === 0 || may(caller, `${pagePath}/edit`) ? [] : ofEditors;

/**
 * What somebody is told in part, or not at all, they neither search nor sort by: they would find out the rest bit by bit.
 * @throws FailureError where the query names such a column
 */
export function requireQueried(section: Section, query: ListQuery, caller: Writer): void {
  const unseen = unseenColumns(section, caller);
  if (caller.program === undefined && unseen.length === 0) return;
  const named = [
    ...(query.search ?? []).map(({ field }) => field),
    ...(query.anyOf ?? []).flat().map(({ field }) => field),
    query.order.split(',', 1)[0] ?? '',
    query.initKey?.split('.').at(-1) ?? '',
  ];
  const isHidden = (column: Column | undefined): boolean =>
    column !== undefined && (unseen.includes(column) || (caller.program !== undefined && column.field.query === 'byPeople'));
  const hidden = named.find((name) => isHidden(section.columns.find(name)));
  if (hidden !== undefined) throw rejection('refusals.unknownField', { field: hidden.slice(0, 60) });
}
