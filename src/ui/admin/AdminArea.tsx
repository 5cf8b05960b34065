import './admin-styles.ts';
import { useSelector } from '@xstate/react';
import { selectAdminShell } from '#machines/app.machine';
import { useApp } from '../app/app-context.ts';
import { AdminShellView } from './AdminShellView.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';

/** Everything below /admin but the sign-in: the shell once there is one. */
export function AdminArea() {
  const { app } = useApp();
  const shell = useSelector(app, selectAdminShell);
  return (
    <>
      {shell ? <AdminShellView shell={shell} /> : <LoadingPage shell={null} />}
      <SignOutDialog />
    </>
  );
}
