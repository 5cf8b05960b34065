import { useSelector } from '@xstate/react';
import { adminLog } from './admin-log.resource.ts';
import { findRow } from '#domain/table/row';
import { selectRows } from '#machines/table/collection.selectors';
import type { DetailsProps } from '#ui/kit/table/base/table-extras.ts';
import { fieldLabel } from '#ui/kit/resource-texts.ts';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import { timeTip } from '#ui/kit/cells/time-text.ts';
import classes from './admin-log.module.css';

/** JSON with a line for each value; a text that was cut, and is none any more, as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const line = (field: keyof typeof adminLog.fields, value: string) => (
  <>
    <dt>{fieldLabel(adminLog, field)}</dt>
    <dd>{value}</dd>
  </>
);

/** One entry of the log with all that is known of the call. Secrets were masked before they were stored. */
export function AdminLogDetails({ id, collection }: DetailsProps) {
  const rows = useSelector(collection, selectRows);
  const row = findRow(rows, id);
  if (!row) return null;
  return (
    <>
      <dl className={classes.facts}>
        {line('username', scalarText(row['username']))}
        {line('createTime', timeTip(row['createTime']) ?? '')}
        {line('url', scalarText(row['url']))}
        {line('ip', scalarText(row['ip']))}
        {line('userAgent', scalarText(row['userAgent']))}
      </dl>
      <h3 className={classes.title}>{fieldLabel(adminLog, 'parameters')}</h3>
      <pre className={classes.parameters}>{pretty(scalarText(row['parameters']))}</pre>
    </>
  );
}
