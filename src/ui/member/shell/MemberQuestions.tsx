import { useSelector } from '@xstate/react';
import { selectHasSignOutFailed, selectSessionFailure } from '#machines/session/session.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { LeaveDialog } from '../../kit/dialogs/LeaveDialog.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';

/** Asks before unsaved work is left behind, and what to do where the server has not confirmed a sign-out. */
export function MemberQuestions() {
  const { memberSession } = useApp();
  const isStuck = useSelector(memberSession, selectHasSignOutFailed);
  const failure = useSelector(memberSession, selectSessionFailure);
  return (
    <AdminProvider>
      <LeaveDialog session={memberSession} />
      <ConfirmDialog
        isOpen={isStuck}
        title={t('member.shell.signOutFailed')}
        onCancel={() => memberSession.send({ type: 'session.signOutDismissed' })}
        confirm={{ label: t('member.shell.signOutAnyway'), onConfirm: () => memberSession.send({ type: 'session.signOutForced' }) }}
      >
        {t('member.shell.signOutFailedBody')} {failure && <FailureText failure={failure} />}
      </ConfirmDialog>
    </AdminProvider>
  );
}
