import { useSelector } from '@xstate/react';
import { selectIsAskingToReload } from '#machines/language.machine';
import { selectIsAskingToLeave } from '#machines/navigation.machine';
import { useApp } from '../app/app-context.ts';
import { t } from '../app/i18n.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';

/** Asks before unsaved work is left behind: by a navigation, or by the reload that a change of language needs. */
export function LeaveDialogs() {
  const { navigation, language } = useApp();
  const isLeaving = useSelector(navigation, selectIsAskingToLeave);
  const isReloading = useSelector(language, selectIsAskingToReload);
  const answer = (isYes: boolean) => {
    if (isLeaving) navigation.send({ type: isYes ? 'navigation.leaveConfirmed' : 'navigation.leaveDismissed' });
    else language.send({ type: isYes ? 'language.changeConfirmed' : 'language.changeDismissed' });
  };
  return (
    <ConfirmDialog
      isOpen={isLeaving || isReloading}
      title={t(isLeaving ? 'common.leave.title' : 'common.leave.reloadTitle')}
      cancelLabel={t('common.leave.stay')}
      onCancel={() => answer(false)}
      confirm={{ label: t(isLeaving ? 'common.leave.leave' : 'common.leave.reload'), isDanger: true, onConfirm: () => answer(true) }}
    >
      {t('common.leave.body')}
    </ConfirmDialog>
  );
}
