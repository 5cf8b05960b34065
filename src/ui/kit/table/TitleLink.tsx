import type { ReactNode } from 'react';
import type { ListRow } from '#domain/table/row';
import { RECORD_PARAM } from '#domain/table/record-address';
import { rowActionsOf, type TableShape } from './base/table-shape.ts';
import classes from './base/table.module.css';

interface TitleLinkProps {
  readonly row: ListRow;
  readonly shape: TableShape;
  readonly children: ReactNode;
}

/** What a record is called; one press opens it. The keyboard has Enter on its row. */
export function TitleLink({ row, shape, children }: TitleLinkProps) {
  if (!rowActionsOf(shape, row).includes('edit')) return children;
  return (
    <a className={classes.open} href={`?${RECORD_PARAM}=${row.id}`} data-action="open" tabIndex={-1}>
      {children}
    </a>
  );
}
