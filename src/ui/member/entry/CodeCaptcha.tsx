import { useSelector } from '@xstate/react';
import {
  selectCodeFailure,
  selectCodePurpose,
  selectCodeTarget,
  selectIsCodeCaptchaAsked,
  type VerificationCodeRef,
} from '#machines/session/verification-code.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { CaptchaDialog } from '../../kit/codes/CaptchaDialog.tsx';
import { failureText } from '../../kit/feedback/FailureText.tsx';

/** The captcha before a code is sent, with the component library that the page before it does without. */
export function CodeCaptcha({ code }: { readonly code: VerificationCodeRef }) {
  const isAsked = useSelector(code, selectIsCodeCaptchaAsked);
  const failure = useSelector(code, selectCodeFailure);
  const door = { purpose: useSelector(code, selectCodePurpose), subject: useSelector(code, selectCodeTarget) };
  return (
    <AdminProvider>
      <CaptchaDialog isOpen={isAsked} owner={code} door={door} note={failure ? failureText(failure) : undefined} />
    </AdminProvider>
  );
}
