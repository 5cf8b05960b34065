import { useSelector } from '@xstate/react';
import { selectIsAskingToReload } from '#machines/app/language.machine';
import { selectIsAskingToLeave } from '#machines/app/navigation.machine';
import { selectIsAskingToSignOut, type SessionRef } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before unsaved work is left behind: by a navigation, by signing out, or by the reload that a change of language needs. */
export function LeaveDialog({ session }: { readonly session: SessionRef }) {
  const { navigation, language } = useApp();
  const isLeaving = useSelector(navigation, selectIsAskingToLeave);
  const isReloading = useSelector(language, selectIsAskingToReload);
  const isSigningOut = useSelector(session, selectIsAskingToSignOut);
  const words = isLeaving
    ? ({ title: 'common.leave.title', yes: 'common.leave.leave' } as const)
    : isSigningOut
      ? ({ title: 'common.leave.signOutTitle', yes: 'common.leave.signOut' } as const)
      : ({ title: 'common.leave.reloadTitle', yes: 'common.leave.reload' } as const);
  const answer = (isYes: boolean) => {
    if (isLeaving) navigation.send({ type: isYes ? 'navigation.leaveConfirmed' : 'navigation.leaveDismissed' });
    else if (isSigningOut) session.send({ type: isYes ? 'session.signOutConfirmed' : 'session.signOutDismissed' });
    else language.send({ type: isYes ? 'language.changeConfirmed' : 'language.changeDismissed' });
  };
  return (
    <ConfirmDialog
      isOpen={isLeaving || isSigningOut || isReloading}
      title={t(words.title)}
      cancelLabel={t('common.leave.stay')}
      onCancel={() => answer(false)}
      confirm={{ label: t(words.yes), isDanger: true, onConfirm: () => answer(true) }}
    >
      {t('common.leave.body')}
    </ConfirmDialog>
  );
}
