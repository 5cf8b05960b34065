import { useSelector } from '@xstate/react';
import { selectIsAskingToReload } from '#machines/app/language.machine';
import { selectIsAskingToLeave } from '#machines/app/navigation.machine';
import { selectIsAskingToSignOut, selectIsUnsavedHere, type SessionRef } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before unsaved work is left behind: by a navigation, by signing out, or by the reload that a change of language needs. */
export function LeaveDialog({ session }: { readonly session: SessionRef }) {
  const { navigation, language } = useApp();
  const isLeaving = useSelector(navigation, selectIsAskingToLeave);
  const isReloading = useSelector(language, selectIsAskingToReload);
  const isSigningOut = useSelector(session, selectIsAskingToSignOut);
  const isHere = useSelector(session, selectIsUnsavedHere);
  const words = isLeaving
    ? ({ title: 'leaving.title', yes: 'leaving.leave' } as const)
    : isSigningOut
      ? ({ title: 'leaving.signOutTitle', yes: 'leaving.signOut' } as const)
      : ({ title: 'common.leave.reloadTitle', yes: 'leaving.reload' } as const);
  const answer = (isYes: boolean) => {
    if (isLeaving) navigation.send({ type: isYes ? 'navigation.leaveConfirmed' : 'navigation.leaveDismissed' });
    else if (isSigningOut) session.send({ type: isYes ? 'session.signOutConfirmed' : 'session.signOutDismissed' });
    else language.send({ type: isYes ? 'language.changeConfirmed' : 'language.changeDismissed' });
  };
  return (
    <ConfirmDialog
      isOpen={isLeaving || isSigningOut || isReloading}
      title={t(words.title)}
      cancelLabel={t('leaving.stay')}
      onCancel={() => answer(false)}
      confirm={{ label: t(words.yes), isDanger: true, onConfirm: () => answer(true) }}
    >
      {t(isSigningOut && !isLeaving && !isHere ? 'leaving.elsewhere' : 'common.leave.body')}
    </ConfirmDialog>
  );
}
