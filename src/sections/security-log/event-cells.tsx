import { deviceOf } from '#domain/base/device';
import { COMMAND_LINE } from '#domain/session/security-event';
import { recordHref } from '#domain/shell/palette';
import { pagePathOf } from '#domain/table/resource';
import { admin } from '#sections/admin/admin.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { AppLink } from '#ui/base/AppLink.tsx';
import { text } from '#ui/base/i18n.ts';
import type { CellProps } from '#ui/kit/cells/cell.ts';
import cells from '#ui/kit/cells/cells.module.css';
import { emptyCell } from '#ui/kit/cells/empty-cell.tsx';
import { scalarText } from '#ui/kit/cells/scalar-text.ts';
import classes from './events.module.css';

/** Whose account it was, with the way there; where it is gone, its number. Nobody is known of sign-ins under names that do not exist. */
export function accountCell({ record }: CellProps) {
  const { adminId, memberId } = record;
  const id = adminId ?? memberId;
  if (typeof id !== 'number') return emptyCell();
  const role = adminId === id ? 'admin' : 'member';
  const resource = role === 'admin' ? admin : member;
  const name = scalarText(record['account']);
  return (
    <span className={cells.clip} data-clip>
      {name === '' ? (
        `#${id}`
      ) : (
        <AppLink className={cells.link} to={recordHref(resource, `/admin/${pagePathOf(resource)}`, { id, title: name })}>
          {name}
        </AppLink>
      )}{' '}
      <small className={classes.role}>{text(`resources.securityLog.role.${role}`)}</small>
    </span>
  );
}

/** Browser and system by their names, as far as they are known; the tip has all that the browser said. */
export function eventDeviceCell({ record, fieldKey }: CellProps) {
  const told = scalarText(record[fieldKey]);
  if (told === '') return emptyCell();
  if (told === COMMAND_LINE) return text('resources.securityLog.server');
  const { browser, system } = deviceOf(told);
  return (
    <span className={cells.clip} data-clip data-tip={told}>
      {[browser, system].filter(Boolean).join(' · ') || told}
    </span>
  );
}
