import { useSelector } from '@xstate/react';
import { admin } from '#sections/admin/admin.resource.ts';
import { endedAdminName } from '#domain/rights/ended-admin';
import { findRow } from '#domain/table/row';
import { selectRows } from '#machines/table/collection.selectors';
import { selectAdmin } from '#machines/session/session.machine';
import { useApp } from '../../../base/app-context.ts';
import type { DetailsProps } from '../../../kit/table/base/table-extras.ts';
import { fieldLabel } from '../../../kit/resource-texts.ts';
import { scalarText } from '../../../kit/cells/scalar-text.ts';
import { timeText } from '../../../kit/cells/time-text.ts';
import classes from '../../../kit/session/account.module.css';
import { PersonErasure } from './PersonErasure.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

const fact = (field: keyof typeof admin.fields, value: string) => (
  <div>
    <dt>{fieldLabel(admin, field)}</dt>
    <dd>{value}</dd>
  </div>
);

/** An administrator's last visit, and for super administrators where the account is signed in, and the end of another's. */
export function AdminAccess({ id, collection }: DetailsProps) {
  const person = useSelector(useApp().adminSession, selectAdmin);
  const row = findRow(useSelector(collection, selectRows), id);
  if (!row) return null;
  const isSuper = person?.super === true;
  return (
    <>
      <dl className={classes.facts}>
        {fact('username', scalarText(row['username']))}
        {fact('lastLoginTime', timeText(row['lastLoginTime']) ?? '—')}
        {fact('lastLoginIp', scalarText(row['lastLoginIp']) || '—')}
      </dl>
      {isSuper && <SessionsPanel adminId={id} />}
      {isSuper && person.id !== id && (
        <PersonErasure section="admin" id={id} list={collection} isErased={row['username'] === endedAdminName(id)} />
      )}
    </>
  );
}
