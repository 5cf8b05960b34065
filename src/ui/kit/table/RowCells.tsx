import { IconChevronRight } from '@tabler/icons-react';
import { memo, type CSSProperties } from 'react';
import { t } from '../../base/i18n.ts';
import cells from '../cells/cells.module.css';
import type { CellRender } from '../cells/cell.ts';
import { linkCell } from '../cells/link-cell.tsx';
import { textCell } from '../cells/text-cell.tsx';
import { rowActions } from './base/row-actions.ts';
import classes from './base/table.module.css';
import { cellFacts, rowActionsOf, titleOf, type TableShape } from './base/table-shape.ts';
import { titleLink } from './title-link.tsx';
import type { VisibleRow } from './base/visible-rows.ts';

interface RowCellsProps extends VisibleRow {
  readonly shape: TableShape;
  readonly isPending: boolean;
}

const TEXT_CELLS: ReadonlySet<CellRender> = new Set([textCell, linkCell]);
const TEXT_LOOK = { className: `${cells.clip} ${cells.title} ${cells.titleLink}`, isClipped: true };

/** The cells of one row. Selecting the row leaves them as they are. */
export const RowCells = memo(function RowCells({ row, depth, isExpanded, shape, isPending }: RowCellsProps) {
  const { resource, columnCells } = shape;
  const title = titleOf(resource, row);
  const known = { title, isPending };
  const mayOpen = rowActionsOf(shape, row).includes('edit');
  return (
    <>
      {columnCells.map(({ column, draw, td, isNumber }) => {
        const { key } = column;
        const isTitle = key === resource.titleField;
        const told = cellFacts(shape, row, column, known, isNumber);
        // A title that is a text is its link: one element less in each row.
        const isText = mayOpen && typeof row[key] === 'string' && row[key] !== '' && TEXT_CELLS.has(draw);
        const content = isTitle && isText ? title : draw(told);
        const cell = isTitle ? titleLink({ row, shape, children: content, ...(isText && TEXT_LOOK) }) : content;
        return (
          <td key={key} {...td}>
            {isTitle && (resource.tree || shape.besideTitle) ? (
              <span className={classes.branch} style={resource.tree ? ({ '--row-depth': depth } as CSSProperties) : undefined}>
                {resource.tree && twist(title, isExpanded)}
                {cell}
                {shape.besideTitle?.(told)}
              </span>
            ) : (
              cell
            )}
          </td>
        );
      })}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its buttons have names; they are put into it */}
      {shape.buttonCount > 0 && <td className={classes.actionCell} ref={rowActions(shape, row, title)} />}
    </>
  );
});

/** What folds the children of a row away, where it has some. */
const twist = (title: string, isExpanded: boolean | null) =>
  isExpanded === null ? (
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
  );
