import { useSelector } from '@xstate/react';
import { selectCredentials, type SessionRef } from '#machines/session/session.machine';
import type { Credentials } from '#machines/session/sign-in.vocabulary';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { EnrolmentSteps } from '../../kit/session/EnrolmentSteps.tsx';
import { AdminProvider } from '../base/AdminProvider.tsx';
import classes from './LoginPage.module.css';

/** Nobody is let in without a second factor: its set-up stands between the password and the back office. */
export function LoginEnrolment({ session }: { readonly session: SessionRef }) {
  const credentials = useSelector(session, selectCredentials);
  return (
    credentials && (
      <AdminProvider>
        <h2 className={classes.step}>{t('account.factor.switchOn')}</h2>
        <p className={classes.stepHint}>{t('account.login.enrolment')}</p>
        <Enrolment session={session} credentials={credentials} />
      </AdminProvider>
    )
  );
}

function Enrolment({ session, credentials }: { readonly session: SessionRef; readonly credentials: Credentials }) {
  const { enrolment: logic } = useBundle('account');
  const { app } = useApp();
  const input = { password: credentials.password, credentials, owner: session };
  return (
    <EnrolmentSteps
      enrolment={useLeafActor(logic, { id: 'enrolment', input })}
      tellUnsaved={(isUnsaved) => app.send({ type: 'work.unsavedChanged', isUnsaved })}
    />
  );
}
