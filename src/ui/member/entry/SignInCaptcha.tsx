import { useSelector } from '@xstate/react';
import { selectCredentials, selectIsAskingCaptcha, selectSessionFailure } from '#machines/session/session.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useApp } from '../../base/app-context.ts';
import { CaptchaDialog } from '../../kit/codes/CaptchaDialog.tsx';
import { failureText } from '../../kit/feedback/FailureText.tsx';

/** The captcha of a member's sign-in, with the component library that the page before it does without. */
export function SignInCaptcha() {
  const { memberSession } = useApp();
  const isAsked = useSelector(memberSession, selectIsAskingCaptcha);
  const failure = useSelector(memberSession, selectSessionFailure);
  const subject = useSelector(memberSession, (snapshot) => selectCredentials(snapshot)?.username.trim() ?? '');
  return (
    <AdminProvider>
      <CaptchaDialog
        isOpen={isAsked}
        owner={memberSession}
        door={{ purpose: 'sign_in_user', subject }}
        note={failure ? failureText(failure) : undefined}
      />
    </AdminProvider>
  );
}
