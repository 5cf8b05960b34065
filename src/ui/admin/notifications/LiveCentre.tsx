import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { selectUnread } from '#machines/notifications/notifications.machine';
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
  readonly centre: DisclosureRef;
  readonly bell: (unread: number) => ReactNode;
}

/** The bell with the number of now, and what it opens. */
export function LiveCentre({ told, centre, bell }: LiveCentreProps) {
  const { notifications: logic } = useBundle('notifications');
  const notifications = useLeafActor(logic, { id: 'notifications', input: { unread: told, centre } });
  const unread = useSelector(notifications, selectUnread);
  const isOpen = useSelector(centre, selectIsOpen);
  return (
    <>
      {bell(unread)}
      <LazyDialog isOpen={isOpen}>
        <NotificationDrawer notifications={notifications} centre={centre} />
      </LazyDialog>
    </>
  );
}
