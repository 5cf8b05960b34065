import '../form-styles.ts';
import { Button, Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { CaptchaBundle } from '#actors/session/captcha.bundle';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import type { CaptchaReport } from '#machines/session/click-captcha.machine';
import type { CaptchaDoor } from '#machines/session/captcha-work.machine';
import type { Owner } from '#machines/base/owner';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from './CaptchaDialog.module.css';
import { CaptchaPuzzle } from './CaptchaPuzzle.tsx';

// Few people need it.
const CaptchaWork = lazyView(async () => (await import('./CaptchaWork.tsx')).CaptchaWork);

export interface CaptchaDialogProps {
  readonly isOpen: boolean;
  /** Hears the answer, or that the visitor gave up. */
  readonly owner: Owner<CaptchaReport>;
  /** What the answer is to open. */
  readonly door: CaptchaDoor;
  /** Why it is asked again. */
  readonly note?: string | undefined;
}

/** The captcha over whatever needs it; each opening draws a picture of its own. Source: specification §5; readings 5.8. */
export function CaptchaDialog({ isOpen, owner, door, note }: CaptchaDialogProps) {
  // Its words come with it.
  const bundle = useBundle('captcha');
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
      <CaptchaWays bundle={bundle} owner={owner} door={door} note={note} />
    </Modal>
  );
}

/** The picture, and for whoever cannot see it or aim at it a way without. */
function CaptchaWays({ bundle, owner, door, note }: Omit<CaptchaDialogProps, 'isOpen'> & { readonly bundle: CaptchaBundle }) {
  const way = useLeafActor(disclosureMachine, { id: 'captchaWay' });
  const isWithoutPicture = useSelector(way, selectIsOpen);
  return (
    <div className={classes.ways}>
      {note !== undefined && <p className={classes.note}>{note}</p>}
      {/* Suspended higher up, the dialog would be hidden meanwhile and lose the focus. */}
      <Suspense>
        {isWithoutPicture ? (
          <CaptchaWork logic={bundle.work} owner={owner} door={door} />
        ) : (
          <CaptchaPuzzle logic={bundle.picture} owner={owner} />
        )}
      </Suspense>
      <Button
        id="captcha-other-way"
        variant="subtle"
        size="xs"
        className={classes.other}
        onClick={() => way.send({ type: isWithoutPicture ? 'disclosure.closed' : 'disclosure.opened' })}
      >
        {t(isWithoutPicture ? 'captcha.work.picture' : 'captcha.work.other')}
      </Button>
    </div>
  );
}
