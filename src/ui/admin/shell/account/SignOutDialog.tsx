import { Button, Group } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectHasSignOutFailed, selectSessionFailure } from '#machines/session/session.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { AlertModal } from '../../../kit/dialogs/AlertModal.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import classes from './SignOutDialog.module.css';

/** The server has not confirmed a sign-out: still signed in, unless this device shall forget. Source: readings 4.8. */
export function SignOutDialog() {
  const { adminSession } = useApp();
  const hasFailed = useSelector(adminSession, selectHasSignOutFailed);
  const failure = useSelector(adminSession, selectSessionFailure);
  return (
    <AlertModal
      isOpen={hasFailed}
      onClose={() => adminSession.send({ type: 'session.signOutDismissed' })}
      title={t('admin.signOut.failedTitle')}
      size={460}
      closeLabel={t('common.action.close')}
    >
      <p className={classes.text}>
        {t('admin.signOut.failedBody')} {failure && <FailureText failure={failure} />}
      </p>
      <p className={classes.hint}>{t('admin.signOut.anywayHint')}</p>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => adminSession.send({ type: 'session.signOutForced' })}>
          {t('admin.signOut.anyway')}
        </Button>
        <Button data-autofocus onClick={() => adminSession.send({ type: 'session.signOutRequested' })}>
          {t('admin.signOut.retry')}
        </Button>
      </Group>
    </AlertModal>
  );
}
