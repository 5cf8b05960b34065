import { Suspense } from 'react';
import type { SortOrder } from '#domain/table/resource-query';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { isRightAligned } from '../cells/registry.ts';
import { fieldLabel } from '../resource-texts.ts';
import { cellProps } from './base/column-layout.ts';
import type { ColumnSizing } from './columns/ColumnEdge.tsx';
import classes from './base/table.module.css';
import type { TableShape } from './base/table-shape.ts';

// The table is read before anybody changes it.
const ColumnEdge = lazyView(async () => (await import('./columns/ColumnEdge.tsx')).ColumnEdge, { failure: 'hidden' });

interface TableHeadProps {
  readonly shape: TableShape;
  readonly sizing: ColumnSizing;
  readonly order: SortOrder | null;
  readonly selection: 'none' | 'some' | 'all';
  readonly onSort: (order: SortOrder | null) => void;
  readonly onSelectAll: (isSelected: boolean) => void;
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** Ascending, descending, then the list's own order again. */
export function nextOrder(field: string, order: SortOrder | null): SortOrder | null {
  if (order?.field !== field) return { field, direction: 'asc' };
  return order.direction === 'asc' ? { field, direction: 'desc' } : null;
}

export function TableHead({ shape, sizing, order, selection, onSort, onSelectAll }: TableHeadProps) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {shape.mayChoose && (
          <th scope="col" className={classes.selectCell}>
            <input
              ref={(box) => {
                if (box) box.indeterminate = selection === 'some';
              }}
              type="checkbox"
              className={classes.check}
              checked={selection === 'all'}
              onChange={(event) => onSelectAll(event.currentTarget.checked)}
              aria-label={t('resources.kit.table.selectAll')}
            />
          </th>
        )}
        {shape.columns.map((column, place) => {
          const { key, field } = column;
          const label = fieldLabel(shape.resource, key);
          const direction = order?.field === key ? order.direction : undefined;
          return (
            <th
              key={key}
              scope="col"
              // Its edge has a name of its own, which is no part of the column's.
              aria-label={label}
              {...cellProps(column, place, shape.pins, isRightAligned(field.kind))}
              {...(field.sortable && { 'aria-sort': direction ? ARIA_SORT[direction] : 'none' })}
            >
              {field.sortable ? (
                <button
                  type="button"
                  className={classes.sort}
                  data-direction={direction ?? 'none'}
                  onClick={() => onSort(nextOrder(key, order))}
                >
                  <span>{label}</span>
                </button>
              ) : (
                <span className={classes.headText}>{label}</span>
              )}
              <Suspense fallback={null}>
                <ColumnEdge column={column} label={label} sizing={sizing} isFirst={place === 0} />
              </Suspense>
            </th>
          );
        })}
        {shape.buttonCount > 0 && (
          <th scope="col" className={classes.actionCell}>
            <span className={classes.headText}>{t('resources.kit.table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
