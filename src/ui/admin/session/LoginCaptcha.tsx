import { useSelector } from '@xstate/react';
import { selectCredentials, selectIsAskingCaptcha, selectSessionFailure, type SessionRef } from '#machines/session/session.machine';
import { CaptchaDialog } from '../../kit/codes/CaptchaDialog.tsx';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { AdminProvider } from '../base/AdminProvider.tsx';

/** The captcha of the sign-in, with the component library that the page before it does without. */
export function LoginCaptcha({ session }: { readonly session: SessionRef }) {
  const isAsked = useSelector(session, selectIsAskingCaptcha);
  const failure = useSelector(session, selectSessionFailure);
  const subject = useSelector(session, (snapshot) => selectCredentials(snapshot)?.username.trim() ?? '');
  return (
    <AdminProvider>
      <CaptchaDialog
        isOpen={isAsked}
        owner={session}
        door={{ purpose: 'sign_in_admin', subject }}
        note={failure ? failureText(failure) : undefined}
      />
    </AdminProvider>
  );
}
