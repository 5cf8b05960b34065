import type { Failure } from '#domain/base/failure';
import type { ComposerRef } from '#machines/chat/composer.machine';
import { AdminProvider } from '../../../admin/base/AdminProvider.tsx';
import { CaptchaDialog } from '../../../kit/codes/CaptchaDialog.tsx';
import { failureText } from '../../../kit/feedback/FailureText.tsx';

const DOOR = { purpose: 'chat', subject: 'visitor' } as const;

interface Props {
  readonly composer: ComposerRef;
  readonly isAsked: boolean;
  /** Why it is asked. */
  readonly failure: Failure | null;
}

/** A visitor who has asked much proves to be a person; then the question goes out. */
export function ChatCaptcha({ composer, isAsked, failure }: Props) {
  return (
    <AdminProvider>
      <CaptchaDialog isOpen={isAsked} owner={composer} door={DOOR} note={failure ? failureText(failure) : undefined} />
    </AdminProvider>
  );
}
