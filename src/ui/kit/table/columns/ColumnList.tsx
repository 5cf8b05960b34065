import '../../form-styles.ts';
import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinned } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Resource } from '#domain/table/resource';
import { arranged, MAX_PINNED, moveColumn, toggleColumn, togglePin } from '#domain/table/table-settings';
import { selectTable, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../../base/i18n.ts';
import { fieldLabel } from '../../resource-texts.ts';
import classes from './column-list.module.css';
import { listColumns, shownColumns } from '../base/columns.ts';
import { startRowDrag } from '../base/row-drag.ts';

interface ColumnListProps {
  readonly collection: CollectionRef;
  readonly resource: Resource;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Every column with whether it is shown, in the order they stand in: dragged, stepped by buttons, or by Alt with an arrow. */
export function ColumnList({ collection, resource }: ColumnListProps) {
  const settings = useSelector(collection, selectTable);
  const voice = useRef<HTMLOutputElement>(null);
  const shown = new Set(shownColumns(resource, settings).map(({ key }) => key));
  const keys = arranged(
    settings,
    listColumns(resource).map(({ key }) => key),
  );
  const pins = keys.filter((key) => settings.pinned.includes(key)).length;
  // Pinned columns stand before the others, and each goes among its like.
  const mayGo = (from: number, to: number) => from < pins === to < pins && to >= 0 && to < keys.length;
  const move = (from: number, to: number) => {
    const order = moveColumn(keys, from, to);
    const key = keys[from];
    if (!order || key === undefined || !mayGo(from, to)) return;
    collection.send({ type: 'collection.tableArranged', table: { order } });
    if (voice.current)
      voice.current.textContent = t('resources.kit.table.columnMoved', {
        field: fieldLabel(resource, key),
        position: to + 1,
        count: keys.length,
      });
  };
  const drag = (event: PointerEvent<HTMLElement>, from: number) => {
    const row = event.currentTarget.closest('li');
    if (!row || event.button !== 0) return;
    event.preventDefault();
    startRowDrag({
      row,
      handle: event.currentTarget,
      pointerId: event.pointerId,
      isAllowed: (to) => mayGo(from, to),
      onDrop: (to) => move(from, to),
    });
  };
  const step = (event: KeyboardEvent, from: number) => {
    const by = STEPS[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    move(from, from + by);
  };
  return (
    <>
      <ul className={classes.list} aria-label={t('resources.kit.table.columns')} data-scroller>
        {keys.map((key, index) => {
          const field = fieldLabel(resource, key);
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the controls inside
            <li key={key} className={classes.row} data-id={index} onKeyDown={(event) => step(event, index)}>
              <span
                className={classes.handle}
                title={t('resources.kit.table.columnDrag')}
                aria-hidden
                onPointerDown={(event) => drag(event, index)}
              >
                <IconGripVertical size={14} />
              </span>
              <Checkbox
                className={classes.box}
                label={field}
                checked={shown.has(key)}
                // The title names the record: without it a row says nothing.
                disabled={key === resource.titleField}
                aria-description={t('resources.kit.table.columnOrderHelp')}
                onChange={() => collection.send({ type: 'collection.tableArranged', table: toggleColumn(settings, key, shown.has(key)) })}
              />
              <PinButton collection={collection} field={key} fields={keys} label={field} />
              <button
                type="button"
                className={classes.step}
                aria-label={t('resources.kit.table.columnUp', { field })}
                aria-disabled={!mayGo(index, index - 1)}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={14} aria-hidden />
              </button>
              <button
                type="button"
                className={classes.step}
                aria-label={t('resources.kit.table.columnDown', { field })}
                aria-disabled={!mayGo(index, index + 1)}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
      <output ref={voice} className={classes.voice} />
    </>
  );
}

interface PinButtonProps {
  readonly collection: CollectionRef;
  /** The field's key, those of all columns, and what it is called. */
  readonly field: string;
  readonly fields: readonly string[];
  readonly label: string;
}

/** Keeps a column at the left while the others scroll. */
function PinButton({ collection, field, fields, label }: PinButtonProps) {
  const settings = useSelector(collection, selectTable);
  const isPinned = settings.pinned.includes(field);
  const table = togglePin(settings, field, fields);
  const Icon = isPinned ? IconPinned : IconPin;
  const words = t('tables.columns.pin', { field: label });
  return (
    <button
      type="button"
      className={`${classes.step} ${classes.pin}`}
      aria-label={words}
      title={table ? words : t('tables.columns.pinsFull', { max: MAX_PINNED })}
      aria-pressed={isPinned}
      aria-disabled={!table}
      onClick={() => table && collection.send({ type: 'collection.tableArranged', table })}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
