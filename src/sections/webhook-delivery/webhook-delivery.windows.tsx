import { filteredSection } from '#ui/admin/changes/filtered-section.ts';
import { Until } from '#ui/admin/life/Until.tsx';
import { lazyView } from '#ui/base/lazy-view.tsx';
import { emptyCell } from '#ui/kit/cells/empty-cell.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { tagCell } from '#ui/kit/cells/tag-cell.tsx';
import { changedSectionLabel } from '#ui/kit/changes/change-words.ts';
import type { SectionBundle } from '#ui/kit/table/base/table-extras.ts';
import classes from './delivery.module.css';

export const webhookDeliveryWindows: SectionBundle = {
  cells: {
    resource: ({ record }) => {
      const name = scalarText(record['resource']);
      return <span>{changedSectionLabel(name)}</span>;
    },
    /** With what the receiver answered, where it did. */
    fault: (props) => (
      <>
        {tagCell(props)}
        {props.record['fault'] === 'refused' && <span className={classes.status}>{scalarText(props.record['status'])}</span>}
      </>
    ),
    // What has left, or never will, keeps the time at which it was due.
    nextAt: ({ record: { state, nextAt } }) => (state === 'waiting' && typeof nextAt === 'number' ? <Until at={nextAt} /> : emptyCell()),
  },
  wordsOf: filteredSection,
  windows: [
    {
      name: 'attempts',
      icon: 'eye',
      node: 'auth/webhookDelivery/index',
      Window: lazyView(async () => (await import('./DeliveryWindow.tsx')).DeliveryWindow),
    },
  ],
};
