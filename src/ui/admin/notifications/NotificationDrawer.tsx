import '../../kit/form-styles.ts';
import { Button, Drawer } from '@mantine/core';
import { IconBell, IconSettings } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectBellIsOpen, type NotificationBellRef } from '#machines/notifications/notification-bell.machine';
import {
  selectHasMoreNotifications,
  selectNotifications,
  selectNotificationsFailure,
  selectUnreadNotifications,
  type NotificationsRef,
} from '#machines/notifications/notifications.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import classes from './notifications.module.css';
import { WAYS_ADDRESS } from './ways-address.ts';

export interface NotificationDrawerProps {
  readonly notifications: NotificationsRef;
  readonly bell: NotificationBellRef;
}

/** What concerns somebody, the newest first. */
export function NotificationDrawer({ notifications, bell }: NotificationDrawerProps) {
  const isOpen = useSelector(bell, selectBellIsOpen);
  const onClose = () => bell.send({ type: 'bell.closed' });
  const list = useSelector(notifications, selectNotifications);
  const unread = useSelector(notifications, selectUnreadNotifications);
  const hasMore = useSelector(notifications, selectHasMoreNotifications);
  const failure = useSelector(notifications, selectNotificationsFailure);
  const isBusy = useSelector(notifications, selectIsBusy);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={420}
      title={t('notifications.title')}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
      overlayProps={{ backgroundOpacity: 0.04 }}
      classNames={{ title: classes.title ?? '', body: classes.body ?? '' }}
    >
      <div className={classes.tools}>
        {list && list.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={unread === 0}
            onClick={() => notifications.send({ type: 'notifications.readRequested', ids: null })}
          >
            {t('notifications.markAllRead')}
          </Button>
        )}
        <AppLink className={classes.settings} to={WAYS_ADDRESS} onClick={onClose}>
          <IconSettings size={16} stroke={1.75} aria-hidden="true" />
          {t('notifications.settings')}
        </AppLink>
      </div>
      <section aria-label={t('notifications.title')} aria-busy={isBusy}>
        {failure && (
          <FailureLine
            text={t('notifications.failed')}
            failure={failure}
            onRetry={() => notifications.send({ type: 'notifications.retried' })}
          />
        )}
        {list === null && isBusy && (
          <output className={classes.waiting}>
            <Spinner /> {t('notifications.loading')}
          </output>
        )}
        {list?.length === 0 && (
          <EmptyState icon={<IconBell size={28} stroke={1.5} />} title={t('notifications.empty')} text={t('notifications.emptyHint')} />
        )}
        {list && list.length > 0 && (
          <ul className={classes.list}>
            {list.map((one) => (
              <NotificationItem
                key={one.id}
                notification={one}
                onFollow={() => {
                  if (!one.isRead) notifications.send({ type: 'notifications.readRequested', ids: [one.id] });
                  onClose();
                }}
              />
            ))}
          </ul>
        )}
        {hasMore && (
          <Button fullWidth variant="subtle" loading={isBusy} onClick={() => notifications.send({ type: 'notifications.moreRequested' })}>
            {t('notifications.more')}
          </Button>
        )}
      </section>
    </Drawer>
  );
}
