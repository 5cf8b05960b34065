import { useSelector } from '@xstate/react';
import { selectBellIsOpen, type NotificationBellRef } from '#machines/notifications/notification-bell.machine';
import { loadMessages } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';

const NotificationDrawer = lazyView(
  async () => (await Promise.all([import('./NotificationDrawer.tsx'), loadMessages(['notifications'])]))[0].NotificationDrawer,
);

export interface LiveCentreProps {
  /** How many the start has told to be unread. */
  readonly told: number;
  readonly bell: NotificationBellRef;
}

/** What looks for more, tells the bell of it, and is opened by it. */
export function LiveCentre({ told, bell }: LiveCentreProps) {
  const { notifications: logic } = useBundle('notifications');
  const notifications = useLeafActor(logic, { id: 'notifications', input: { unread: told, bell } });
  const isOpen = useSelector(bell, selectBellIsOpen);
  return (
    <LazyDialog isOpen={isOpen}>
      <NotificationDrawer notifications={notifications} bell={bell} />
    </LazyDialog>
  );
}
