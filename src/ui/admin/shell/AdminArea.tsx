import { useSelector } from '@xstate/react';
import { bringWordsBy } from '#actors/base/resource-book';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectIsAskingToReload } from '#machines/app/language.machine';
import { selectIsAskingToLeave } from '#machines/app/navigation.machine';
import { selectHasSignOutFailed, selectIsAskingToSignOut } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { loadSectionWords } from '../../kit/section-words.ts';
import { useSite } from '../../base/use-site.ts';
import { CdnContext, CurrencyContext } from '../../base/cdn-context.ts';
import { HistoryContext } from '../../kit/changes/history-context.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { AdminProvider } from '../base/AdminProvider.tsx';
import { AdminShellView } from './AdminShellView.tsx';
import { LoadingPage } from './LoadingPage.tsx';

// Before anything here asks for a declaration.
bringWordsBy(loadSectionWords);

// Rare questions; most visits never see one.
const LeaveDialog = lazyView(
  async () => (await Promise.all([import('../../kit/dialogs/LeaveDialog.tsx'), loadMessages(['leaving'])]))[0].LeaveDialog,
);
const SignOutDialog = lazyView(async () => (await import('./account/SignOutDialog.tsx')).SignOutDialog);

/** Everything below /admin but the sign-in: the shell once there is one. */
export function AdminArea() {
  const { app, adminSession, navigation, language } = useApp();
  const shell = useSelector(app, selectAdminShell);
  const isStuck = useSelector(adminSession, selectHasSignOutFailed);
  const isLeaving = useSelector(navigation, selectIsAskingToLeave);
  const isReloading = useSelector(language, selectIsAskingToReload);
  const isSigningOut = useSelector(adminSession, selectIsAskingToSignOut);
  const { cdnUrl, currency = '', isOwnServer } = useSite();
  return (
    <AdminProvider>
      <CdnContext value={cdnUrl}>
        <CurrencyContext value={currency}>
          <HistoryContext value={isOwnServer === true}>
            {shell ? <AdminShellView shell={shell} /> : <LoadingPage shell={null} />}
          </HistoryContext>
        </CurrencyContext>
      </CdnContext>
      <LazyDialog isOpen={isStuck}>
        <SignOutDialog />
      </LazyDialog>
      <LazyDialog isOpen={isLeaving || isReloading || isSigningOut}>
        <LeaveDialog session={adminSession} />
      </LazyDialog>
    </AdminProvider>
  );
}
