import { useSelector } from '@xstate/react';
import { findRow } from '#domain/table/row';
import { selectRows } from '#machines/table/collection.selectors';
import { RecordFacts } from '#ui/kit/cells/RecordFacts.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import type { DetailsProps } from '#ui/kit/table/base/table-extras.ts';
import classes from './events.module.css';
import { securityLog } from './security-log.resource.ts';

const FACTS = ['kind', 'account', 'about', 'at', 'count', 'lastAt', 'ip'] as const;

/** One event in full, with all that the browser said of itself. */
export function SecurityEventDetails({ id, collection }: DetailsProps) {
  const row = findRow(useSelector(collection, selectRows), id);
  if (!row) return null;
  return (
    <>
      <RecordFacts resource={securityLog} record={row} fields={FACTS} />
      <p className={classes.agent}>{scalarText(row['userAgent'])}</p>
    </>
  );
}
