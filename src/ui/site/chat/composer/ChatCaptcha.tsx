import { useSelector } from '@xstate/react';
import { selectIsCaptchaAsked, selectSendFailure, type ComposerRef } from '#machines/chat/composer.machine';
import { AdminProvider } from '../../../admin/base/AdminProvider.tsx';
import { CaptchaDialog } from '../../../kit/codes/CaptchaDialog.tsx';
import { failureText } from '../../../kit/feedback/FailureText.tsx';

const DOOR = { purpose: 'chat', subject: 'visitor' } as const;

/** A visitor who has asked much proves to be a person; then the question goes out. */
export function ChatCaptcha({ composer }: { readonly composer: ComposerRef }) {
  const isAsked = useSelector(composer, selectIsCaptchaAsked);
  const failure = useSelector(composer, selectSendFailure);
  return (
    <AdminProvider>
      <CaptchaDialog isOpen={isAsked} owner={composer} door={DOOR} note={failure ? failureText(failure) : undefined} />
    </AdminProvider>
  );
}
