import type { SessionRef } from '#machines/session/session.machine';
import { AdminProvider } from './AdminProvider.tsx';
import { LeaveDialog } from '../../kit/dialogs/LeaveDialog.tsx';

/** With the component library, for pages that come without it. */
export function PlainLeaveDialog({ session }: { readonly session: SessionRef }) {
  return (
    <AdminProvider>
      <LeaveDialog session={session} />
    </AdminProvider>
  );
}
