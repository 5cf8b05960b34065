import {
  IconEye,
  IconFileExport,
  IconFileImport,
  IconFileX,
  IconShieldLock,
  IconTrash,
  IconUserCheck,
  IconUserX,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { findSection } from '#actors/base/resource-book';
import type { NotificationKind, NotificationName } from '#domain/notifications/notification';
import { nodePath } from '#domain/rights/permission';
import { PROFILE_PATH } from '#domain/shell/menu';
import { withRecordIn, withRequestsIn } from '#domain/table/record-address';
import { pagePathOf } from '#domain/table/resource';
import type { Notification } from '#machines/notifications/notifications.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import classes from './notifications.module.css';

const ICONS: Readonly<Record<NotificationKind, TablerIcon>> = {
  security: IconShieldLock,
  work: IconFileImport,
  watched: IconEye,
  requests: IconUserCheck,
  programs: IconWebhook,
};

/** What looks otherwise than the others of its kind: it went another way. */
const OWN_ICONS: Partial<Readonly<Record<NotificationName, TablerIcon>>> = {
  importFailed: IconFileX,
  exportFailed: IconFileX,
  exportDone: IconFileExport,
  recordDeleted: IconTrash,
  requestDeclined: IconUserX,
};

/** What did not go as it was meant to. */
const BAD: ReadonlySet<NotificationName> = new Set(['importFailed', 'exportFailed', 'requestDeclined', 'webhookStopped', 'webhookGone']);

/** Where one leads: to the record over its list or to what waits for approval there, to the list, or to the own profile. */
function targetOf({ name, resource: known, recordId }: Notification): string {
  const resource = known === null ? undefined : findSection(known);
  if (!resource) return PROFILE_PATH;
  const list = nodePath('admin', pagePathOf(resource));
  // A form has nothing to approve, and whoever approves may be kept from forms.
  if (name === 'requestWaits' && recordId !== null) return `${list}${withRequestsIn('', recordId)}`;
  return recordId === null || name === 'recordDeleted' ? list : `${list}${withRecordIn('', recordId)}`;
}

export interface NotificationItemProps {
  readonly notification: Notification;
  readonly onFollow: () => void;
}

/** One of them; the whole of it leads to what it is about. */
export function NotificationItem({ notification, onFollow }: NotificationItemProps) {
  const { kind, name, title, text, at, isRead } = notification;
  const Icon = OWN_ICONS[name] ?? ICONS[kind];
  return (
    <li>
      <AppLink className={classes.item} to={targetOf(notification)} data-unread={!isRead || undefined} onClick={onFollow}>
        <span
          className={classes.icon}
          data-tone={kind === 'security' ? 'danger' : BAD.has(name) ? 'warning' : undefined}
          aria-hidden="true"
        >
          <Icon size={18} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <strong>{title}</strong>
          <span>{text}</span>
          <span className={classes.meta}>
            <TimeAgo at={at} /> · {t(`notifications.kind.${kind}`)}
          </span>
        </span>
        {!isRead && (
          <span className={classes.dot}>
            <span className={classes.quiet}>{t('notifications.unread')}</span>
          </span>
        )}
      </AppLink>
    </li>
  );
}
