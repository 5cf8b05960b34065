import { useVirtualizer } from '@tanstack/react-virtual';
import type { Density } from '#domain/table/table-settings';
import classes from './base/table.module.css';
import { changedIds, type TableBodyProps } from './TableBody.tsx';
import { TableRow } from './TableRow.tsx';

const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 53, compact: 39 };
const OVERSCAN = 10;
/** The head is row 1. */
const FIRST_POSITION = 2;

interface VirtualRowsProps extends TableBodyProps {
  readonly scroller: HTMLElement | null;
  readonly density: Density;
}

/** Only the rows in sight, with empty room above and below them. */
export function VirtualRows({ rows, selection, changes, shape, scroller, density }: VirtualRowsProps) {
  'use no memo'; // the virtualizer is one object that changes inside
  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT_PX[density],
    overscan: OVERSCAN,
    // It would set the frame to its own beginning, the top: how far that is scrolled is known by the frame, and read from there.
    scrollToFn: () => {},
    initialOffset: () => scroller?.scrollTop ?? 0,
  });
  const selected = new Set(selection);
  const pending = changedIds(changes);
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const columnCount = shape.columns.length + 1 + Number(shape.mayChoose);
  return (
    <>
      {before > 0 && <Spacer heightPx={before} columnCount={columnCount} />}
      {items.map(({ index }) => {
        const visible = rows[index];
        if (!visible) return null;
        const { id } = visible.row;
        return (
          <TableRow
            key={id}
            {...visible}
            shape={shape}
            isSelected={selected.has(id)}
            isPending={pending.has(id)}
            position={index + FIRST_POSITION}
          />
        );
      })}
      {after > 0 && <Spacer heightPx={after} columnCount={columnCount} />}
    </>
  );
}

function Spacer({ heightPx, columnCount }: { readonly heightPx: number; readonly columnCount: number }) {
  return (
    <tr className={classes.spacer} aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty room, hidden from everybody */}
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  );
}
