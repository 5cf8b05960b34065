import { IconChevronRight } from '@tabler/icons-react';
import { memo, type CSSProperties } from 'react';
import { describedKind } from '#domain/fields/kinds/registry';
import { t } from '../../base/i18n.ts';
import { isRightAligned } from '../cells/registry.ts';
import { fieldLabel } from '../resource-texts.ts';
import classes from './cards.module.css';
import { chooseBox } from './base/choose-box.tsx';
import { rowActions } from './base/row-actions.ts';
import { passFocusOn } from './base/row-focus.ts';
import table from './base/table.module.css';
import { cellFacts, cellOf, titleOf, type TableShape } from './base/table-shape.ts';
import { titleLink } from './title-link.tsx';
import type { VisibleRow } from './base/visible-rows.ts';

interface RecordCardProps extends VisibleRow {
  readonly shape: TableShape;
  readonly isSelected: boolean;
  readonly isPending: boolean;
}

/** What fields are called that say how a record stands. */
const STANDS: ReadonlySet<string> = new Set(['status', 'state']);

/** One record on a phone. */
export const RecordCard = memo(function RecordCard({ row, depth, isExpanded, shape, isSelected, isPending }: RecordCardProps) {
  const { resource, columns } = shape;
  const title = titleOf(resource, row);
  const picture = columns.find(({ field }) => field.kind === 'image' || field.kind === 'images' || field.kind === 'file');
  const hasPicture = picture !== undefined && [row[picture.key]].flat().some((address) => typeof address === 'string' && address !== '');
  const { ledger } = resource;
  const change = columns.find(({ key }) => key === ledger?.change);
  const titleColumn = columns.find(({ key }) => key === resource.titleField);
  // A number says nothing to anybody: what a table gives most room to leads in its place.
  const lead = resource.fields[resource.titleField]?.kind === 'id' ? columns.find(({ widthPx }) => widthPx === null) : undefined;
  const leading = lead ?? titleColumn;
  const others = columns.filter((column) => column !== picture && column !== change && column !== leading);
  const told = (column: (typeof columns)[number]) => cellFacts(shape, row, column, { title, isPending });
  const cell = (column: (typeof columns)[number]) => cellOf(shape, column)(told(column));
  /** Where the section has a look of its own for what its records are called. */
  const named = lead ?? (titleColumn && shape.cells?.[titleColumn.key] !== undefined ? titleColumn : undefined);
  return (
    <li
      ref={passFocusOn}
      tabIndex={-1}
      data-id={row.id}
      className={classes.card}
      data-selected={isSelected}
      style={{ '--row-depth': depth } as CSSProperties}
    >
      <div className={classes.top}>
        {shape.mayChoose && <label className={classes.box}>{chooseBox(title, isSelected)}</label>}
        {hasPicture && cell(picture)}
        <strong className={classes.title} data-clip="lines">
          {titleLink({ row, shape, children: named ? cell(named) : title })}
        </strong>
        {titleColumn && shape.besideTitle?.(told(titleColumn))}
        {change && (
          <span className={classes.change}>
            <span className={classes.voice}>{fieldLabel(resource, change.key)}</span> {cell(change)}
          </span>
        )}
        {isExpanded !== null && (
          <button
            type="button"
            className={`${table.action} ${table.twist}`}
            data-action="branch"
            aria-expanded={isExpanded}
            aria-label={t(isExpanded ? 'resources.kit.table.collapse' : 'resources.kit.table.expand', { title })}
          >
            <IconChevronRight size={18} aria-hidden />
          </button>
        )}
      </div>
      <dl className={classes.facts}>
        {others.map((column) => (
          <div
            key={column.key}
            className={classes.fact}
            // How a record stands is seen on each card, however long its other facts are.
            {...((column.key === resource.lifeField || STANDS.has(column.key)) && { 'data-state': true })}
            data-quiet={column.key === 'id' || column.key === ledger?.before || undefined}
            {...(describedKind(column.field).storage === 'seconds' && { 'data-wide': true })}
            {...(isRightAligned(column.field.kind) && { 'data-amount': true })}
            {...(column.field.kind === 'switch' && { 'data-named': true })}
          >
            <dt>{fieldLabel(resource, column.key)}</dt>
            <dd>{cell(column)}</dd>
          </div>
        ))}
      </dl>
      {shape.buttonCount > 0 && <div className={classes.bottom} ref={rowActions(shape, row, title)} />}
    </li>
  );
});
