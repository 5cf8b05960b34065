import { useSelector } from '@xstate/react';
import { selectIsAskingCaptcha, selectSessionFailure, type SessionRef } from '#machines/session/session.machine';
import { CaptchaDialog } from '../../kit/codes/CaptchaDialog.tsx';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { AdminProvider } from '../base/AdminProvider.tsx';

/** The captcha of the sign-in, with the component library that the page before it does without. */
export function LoginCaptcha({ session }: { readonly session: SessionRef }) {
  const isAsked = useSelector(session, selectIsAskingCaptcha);
  const failure = useSelector(session, selectSessionFailure);
  return (
    <AdminProvider>
      <CaptchaDialog isOpen={isAsked} owner={session} note={failure ? failureText(failure) : undefined} />
    </AdminProvider>
  );
}
