import { useSelector } from '@xstate/react';
import { selectIsAskingToLeave } from '#machines/app/navigation.machine';
import type { SessionRef } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';

const PlainLeaveDialog = lazyView(
  async () => (await Promise.all([import('./PlainLeaveDialog.tsx'), loadMessages(['leaving'])]))[0].PlainLeaveDialog,
);

/** For pages of an area that stand outside its shell: a navigation asks there as well, and without an answer no link would lead anywhere. */
export function LeaveQuestion({ session }: { readonly session: SessionRef }) {
  return (
    <LazyDialog isOpen={useSelector(useApp().navigation, selectIsAskingToLeave)}>
      <PlainLeaveDialog session={session} />
    </LazyDialog>
  );
}
