import { IconBell } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import {
  notificationBellMachine,
  selectBellIsOpen,
  selectCentreIsWanted,
  selectCounted,
} from '#machines/notifications/notification-bell.machine';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { t } from '../../base/i18n.ts';
import { lazyView, OverlayContext } from '../../base/lazy-view.tsx';
import { useShell } from '../../base/shell-context.ts';
import { useFirstTouch } from '../../base/use-first-touch.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from '../base/Header.module.css';

const LiveCentre = lazyView(async () => (await import('./LiveCentre.tsx')).LiveCentre);

const MOST = 99;

/**
 * How much of what concerns somebody is unread, as the start has told; what looks for more comes with the first touch. The button is the
 * same throughout, since the first touch may be the press on it. Nothing on a server that tells of no such thing.
 */
export function NotificationBell() {
  const told = useSelector(useShell(), (shell) => selectStart(shell)?.unread);
  const bell = useLeafActor(notificationBellMachine, { id: 'notificationBell' });
  const isOpen = useSelector(bell, selectBellIsOpen);
  const isWanted = useSelector(bell, selectCentreIsWanted);
  const unread = useSelector(bell, selectCounted) ?? told;
  useFirstTouch(() => bell.send({ type: 'bell.touched' }));
  if (told === undefined || unread === undefined) return null;
  return (
    <>
      <ToolButton
        label={unread === 0 ? t('admin.shell.notifications') : t('admin.shell.notificationsUnread', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => bell.send({ type: 'bell.pressed' })}
      >
        <span className={classes.counted} data-count={unread === 0 ? undefined : unread > MOST ? `${MOST}+` : unread}>
          <IconBell size={19} stroke={1.75} aria-hidden="true" />
        </span>
      </ToolButton>
      {isWanted && (
        <OverlayContext value={isOpen}>
          <Suspense>
            <LiveCentre told={told} bell={bell} />
          </Suspense>
        </OverlayContext>
      )}
    </>
  );
}
