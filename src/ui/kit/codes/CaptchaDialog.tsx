import '../form-styles.ts';
import { Modal } from '@mantine/core';
import type { CaptchaReport } from '#machines/session/click-captcha.machine';
import type { Owner } from '#machines/base/owner';
import { t } from '../../base/i18n.ts';
import { CaptchaPuzzle } from './CaptchaPuzzle.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';

export interface CaptchaDialogProps {
  readonly isOpen: boolean;
  /** Hears the answer, or that the visitor gave up. */
  readonly owner: Owner<CaptchaReport>;
  /** Why it is asked again. */
  readonly note?: string | undefined;
}

/** The click captcha over whatever needs it; each opening draws a picture of its own. Source: specification §5; readings 5.8. */
export function CaptchaDialog({ isOpen, owner, note }: CaptchaDialogProps) {
  const logic = useBundle('clickCaptcha');
  return (
    <Modal
      opened={isOpen}
      onClose={() => owner.send({ type: 'captcha.closed' })}
      title={t('captcha.title')}
      size={398}
      padding="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('captcha.close') }}
    >
      <CaptchaPuzzle logic={logic} owner={owner} note={note} />
    </Modal>
  );
}
