import { IconChevronRight } from '@tabler/icons-react';
import { memo, type CSSProperties } from 'react';
import { t } from '../../base/i18n.ts';
import { isRightAligned } from '../cells/registry.ts';
import { RowActions } from './RowActions.tsx';
import { cellProps } from './base/column-layout.ts';
import classes from './base/table.module.css';
import { buttonCount, cellOf, mayChangeCell, titleOf, type TableShape } from './base/table-shape.ts';
import { TitleLink } from './TitleLink.tsx';
import type { VisibleRow } from './base/visible-rows.ts';

interface RowCellsProps extends VisibleRow {
  readonly shape: TableShape;
  readonly isPending: boolean;
}

/** The cells of one row. Selecting the row leaves them as they are. */
export const RowCells = memo(function RowCells({ row, depth, isExpanded, shape, isPending }: RowCellsProps) {
  const { resource, columns, cdnUrl, currencySign } = shape;
  const title = titleOf(resource, row);
  return (
    <>
      {columns.map((column, place) => {
        const { key, field } = column;
        const mayEdit = mayChangeCell(shape, row, column);
        const told = { resource, fieldKey: key, field, record: row, title, mayEdit, isPending, cdnUrl, currencySign };
        const plain = cellOf(shape, column)(told);
        const isTitle = key === resource.titleField;
        const cell = isTitle ? (
          <TitleLink row={row} shape={shape}>
            {plain}
          </TitleLink>
        ) : (
          plain
        );
        const isTreeColumn = resource.tree === true && isTitle;
        return (
          <td key={key} {...cellProps(column, place, shape.pins, isRightAligned(field.kind))}>
            {isTreeColumn ? (
              <span className={classes.branch} style={{ '--row-depth': depth } as CSSProperties}>
                {isExpanded === null ? (
                  <span className={classes.leaf} />
                ) : (
                  <button
                    type="button"
                    className={classes.twist}
                    data-action="branch"
                    aria-expanded={isExpanded}
                    aria-label={t(isExpanded ? 'resources.kit.table.collapse' : 'resources.kit.table.expand', { title })}
                    tabIndex={-1}
                  >
                    <IconChevronRight size={16} aria-hidden />
                  </button>
                )}
                {cell}
                {shape.besideTitle?.(told)}
              </span>
            ) : isTitle && shape.besideTitle ? (
              <span className={classes.branch}>
                {cell}
                {shape.besideTitle(told)}
              </span>
            ) : (
              cell
            )}
          </td>
        );
      })}
      {buttonCount(shape) > 0 && (
        <td className={classes.actionCell}>
          <RowActions row={row} shape={shape} />
        </td>
      )}
    </>
  );
});
