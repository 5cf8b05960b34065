import { useSelector } from '@xstate/react';
import { selectIsAskingToReload } from '#machines/app/language.machine';
import { selectIsAskingToLeave } from '#machines/app/navigation.machine';
import { selectHasSignOutFailed, selectIsAskingToSignOut, selectSessionFailure } from '#machines/session/session.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';

/** Asks before unsaved work is left behind, and what to do where the server has not confirmed a sign-out. */
export function MemberQuestions() {
  const { navigation, language, memberSession } = useApp();
  const isLeaving = useSelector(navigation, selectIsAskingToLeave);
  const isReloading = useSelector(language, selectIsAskingToReload);
  const isSigningOut = useSelector(memberSession, selectIsAskingToSignOut);
  const isStuck = useSelector(memberSession, selectHasSignOutFailed);
  const failure = useSelector(memberSession, selectSessionFailure);
  const words = isLeaving
    ? ({ title: 'common.leave.title', yes: 'common.leave.leave' } as const)
    : isSigningOut
      ? ({ title: 'common.leave.signOutTitle', yes: 'common.leave.signOut' } as const)
      : ({ title: 'common.leave.reloadTitle', yes: 'common.leave.reload' } as const);
  const answer = (isYes: boolean) => {
    if (isLeaving) navigation.send({ type: isYes ? 'navigation.leaveConfirmed' : 'navigation.leaveDismissed' });
    else if (isSigningOut) memberSession.send({ type: isYes ? 'session.signOutConfirmed' : 'session.signOutDismissed' });
    else language.send({ type: isYes ? 'language.changeConfirmed' : 'language.changeDismissed' });
  };
  return (
    <AdminProvider>
      <ConfirmDialog
        isOpen={isLeaving || isSigningOut || isReloading}
        title={t(words.title)}
        cancelLabel={t('common.leave.stay')}
        onCancel={() => answer(false)}
        confirm={{ label: t(words.yes), isDanger: true, onConfirm: () => answer(true) }}
      >
        {t('common.leave.body')}
      </ConfirmDialog>
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
