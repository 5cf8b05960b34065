import { IconEye, IconFileImport, IconShieldLock, IconUserCheck, IconWebhook, type TablerIcon } from '@tabler/icons-react';
import { findResource } from '#actors/base/resource-book';
import type { NotificationKind } from '#domain/notifications/notification';
import { nodePath } from '#domain/rights/permission';
import { PROFILE_PATH } from '#domain/shell/menu';
import { withRecordIn } from '#domain/table/record-address';
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

/** Where one leads: to the record over its list, to the list, or to the own profile. */
function targetOf({ name, resource: known, recordId }: Notification): string {
  const resource = known === null ? undefined : findResource(known);
  if (!resource) return PROFILE_PATH;
  const list = nodePath('admin', pagePathOf(resource));
  return recordId === null || name === 'recordDeleted' ? list : `${list}${withRecordIn('', recordId)}`;
}

export interface NotificationItemProps {
  readonly notification: Notification;
  readonly onFollow: () => void;
}

/** One of them; the whole of it leads to what it is about. */
export function NotificationItem({ notification, onFollow }: NotificationItemProps) {
  const { kind, title, text, at, isRead } = notification;
  const Icon = ICONS[kind];
  return (
    <li>
      <AppLink className={classes.item} to={targetOf(notification)} data-unread={!isRead || undefined} onClick={onFollow}>
        <span className={classes.icon} data-kind={kind} aria-hidden="true">
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
