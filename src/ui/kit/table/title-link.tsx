import type { ReactNode } from 'react';
import type { ListRow } from '#domain/table/row';
import { RECORD_PARAM } from '#domain/table/record-address';
import { rowActionsOf, type TableShape } from './base/table-shape.ts';
import classes from './base/table.module.css';

interface TitleLinkWish {
  readonly row: ListRow;
  readonly shape: TableShape;
  /** In the place of its own look. */
  readonly className?: string | undefined;
  /** What is cut off of it is told. */
  readonly isClipped?: boolean;
  readonly children: ReactNode;
}

/** What a record is called; one press opens it. The keyboard has Enter on its row. No component: there is one in each row. */
export const titleLink = ({ row, shape, className = classes.open, isClipped, children }: TitleLinkWish): ReactNode =>
  rowActionsOf(shape, row).includes('edit') ? (
    <a className={className} href={`?${RECORD_PARAM}=${row.id}`} data-action="open" data-clip={isClipped} tabIndex={-1}>
      {children}
    </a>
  ) : (
    children
  );
