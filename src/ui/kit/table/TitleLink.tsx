import type { ReactNode } from 'react';
import type { ListRow } from '#domain/table/row';
import { RECORD_PARAM } from '#domain/table/record-address';
import cells from '../cells/cells.module.css';
import type { CellRender } from '../cells/cell.ts';
import { linkCell } from '../cells/link-cell.tsx';
import { textCell } from '../cells/text-cell.tsx';
import { rowActionsOf, type TableShape } from './base/table-shape.ts';
import classes from './base/table.module.css';

const addressOf = ({ id }: ListRow) => `?${RECORD_PARAM}=${id}`;

interface TitleLinkProps {
  readonly row: ListRow;
  readonly shape: TableShape;
  readonly children: ReactNode;
}

/** What a record is called; one press opens it. The keyboard has Enter on its row. */
export function TitleLink({ row, shape, children }: TitleLinkProps) {
  if (!rowActionsOf(shape, row).includes('edit')) return children;
  return (
    <a className={classes.open} href={addressOf(row)} data-action="open" tabIndex={-1}>
      {children}
    </a>
  );
}

const TITLE = `${cells.clip} ${cells.title} ${cells.titleLink}`;
const TEXT_CELLS: ReadonlySet<CellRender> = new Set([textCell, linkCell]);

/** The same of a title that is a text, in one element: most are, and there is one in each row. null: the cell has to draw itself. */
export const textTitle = (row: ListRow, title: string, value: unknown, draw: CellRender): ReactNode =>
  typeof value === 'string' && value !== '' && TEXT_CELLS.has(draw) ? (
    <a className={TITLE} href={addressOf(row)} data-action="open" data-clip tabIndex={-1}>
      {title}
    </a>
  ) : null;
