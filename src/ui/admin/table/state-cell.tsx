import { Suspense } from 'react';
import type { ListRow } from '#domain/table/row';
import { lazyView } from '../../base/lazy-view.tsx';
import type { CellProps } from '../../kit/cells/cell.ts';
import { tagCell } from '../../kit/cells/tag-cell.tsx';
import { OFFERS_MENU } from '../life/life-windows.ts';
import classes from './SectionPage.module.css';

const WaitSign = lazyView(async () => (await import('../life/WaitSign.tsx')).WaitSign, { failure: 'hidden' });

/** The state of a record, as a button: behind it stands what may be done next, and how the record came there. */
export const stateCell = (props: CellProps) => {
  const { openRequest } = props.record as Partial<ListRow>;
  return (
    <button
      type="button"
      className={classes.state}
      data-action="window"
      data-field={OFFERS_MENU}
      data-tip={openRequest}
      aria-haspopup="menu"
    >
      {tagCell(props)} <Suspense>{openRequest && <WaitSign words={openRequest} />}</Suspense>
    </button>
  );
};
