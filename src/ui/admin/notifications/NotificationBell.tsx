import { IconBell } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useShell } from '../../base/shell-context.ts';
import { useFirstTouch } from '../../base/use-first-touch.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from '../base/Header.module.css';

const LiveCentre = lazyView(async () => (await import('./LiveCentre.tsx')).LiveCentre, { failure: 'hidden' });

const MOST = 99;

/**
 * How much of what concerns somebody is unread, as the start has told; what looks for more comes with the first touch. Nothing on a
 * server that tells of no such thing.
 */
export function NotificationBell() {
  const told = useSelector(useShell(), (shell) => selectStart(shell)?.unread);
  const touched = useLeafActor(disclosureMachine, { id: 'notificationBell' });
  const isTouched = useSelector(touched, selectIsOpen);
  const centre = useLeafActor(disclosureMachine, { id: 'notificationCentre' });
  const isOpen = useSelector(centre, selectIsOpen);
  useFirstTouch(() => touched.send({ type: 'disclosure.opened' }));
  if (told === undefined) return null;
  const bell = (unread: number) => (
    <ToolButton
      label={unread === 0 ? t('admin.shell.notifications') : t('admin.shell.notificationsUnread', { count: unread })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => centre.send({ type: isOpen ? 'disclosure.closed' : 'disclosure.opened' })}
    >
      <span className={classes.counted} data-count={unread === 0 ? undefined : unread > MOST ? `${MOST}+` : unread}>
        <IconBell size={19} stroke={1.75} aria-hidden="true" />
      </span>
    </ToolButton>
  );
  return isTouched ? (
    <Suspense fallback={bell(told)}>
      <LiveCentre told={told} centre={centre} bell={bell} />
    </Suspense>
  ) : (
    bell(told)
  );
}
