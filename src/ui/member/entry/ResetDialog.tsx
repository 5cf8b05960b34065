import '../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense, type ReactNode } from 'react';
import {
  selectResetCode,
  selectResetFailure,
  selectResetIsHeld,
  selectResetStep,
  type PasswordResetRef,
} from '#machines/members/password-reset.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { leaving } from '../../kit/dialogs/leaving.ts';
import buttons from '../../kit/plain-button.module.css';
import { AUTOFOCUS } from '../base/first-field.ts';
import { EntryNote } from './EntryNote.tsx';
import { AccountStep, CodeStep, PasswordStep } from './ResetSteps.tsx';
import classes from './entry.module.css';

export interface ResetDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A forgotten password, over the sign-in page. Source: wire protocol §2.10 "retrievePassword". */
export function ResetDialog({ isOpen, onClose }: ResetDialogProps) {
  return (
    <AdminProvider>
      <Suspense fallback={<Window isOpen={isOpen} isHeld={false} onClose={onClose} />}>
        <ResetWindow isOpen={isOpen} onClose={onClose} />
      </Suspense>
    </AdminProvider>
  );
}

interface WindowProps extends ResetDialogProps {
  /** The new password is being stored: whoever left would not hear whether it counts. */
  readonly isHeld: boolean;
  readonly children?: ReactNode;
}

const Window = ({ isOpen, isHeld, onClose, children = <div className={classes.waiting} /> }: WindowProps) => (
  <Modal
    opened={isOpen}
    title={t('entryForms.reset.title')}
    size={440}
    padding="lg"
    {...leaving({ isHeld, isTyped: true, closeLabel: t('common.action.close'), onClose })}
  >
    {children}
  </Modal>
);

/** Each opening begins anew. */
function ResetWindow({ isOpen, onClose }: ResetDialogProps) {
  const { passwordReset: logic } = useBundle('entry');
  const reset = useLeafActor(logic, { id: 'passwordReset' });
  const isHeld = useSelector(reset, selectResetIsHeld);
  return (
    <Window isOpen={isOpen} isHeld={isHeld} onClose={onClose}>
      <Reset reset={reset} onClose={onClose} />
    </Window>
  );
}

function Reset({ reset, onClose }: { readonly reset: PasswordResetRef; readonly onClose: () => void }) {
  const code = useSelector(reset, selectResetCode);
  const failure = useSelector(reset, selectResetFailure);
  const step = useSelector(reset, selectResetStep);
  const state = useSelector(reset, ({ value }) => (typeof value === 'string' ? value : 'open'));
  if (state === 'closed') return <EntryNote title={t('entryForms.reset.closedTitle')} body={t('entryForms.reset.closedBody')} />;
  if (state === 'failed')
    return <EntryNote title={t('entryForms.reset.failed')} failure={failure} onRetry={() => reset.send({ type: 'reset.retried' })} />;
  if (state === 'done')
    return (
      <output className={classes.form}>
        <span className={classes.step}>{t('entryForms.reset.doneTitle')}</span>
        <span className={classes.stepHint}>{t('entryForms.reset.doneBody')}</span>
        <button type="button" className={buttons.primary} onClick={onClose} {...AUTOFOCUS}>
          {t('entryForms.reset.toSignIn')}
        </button>
      </output>
    );
  if (!code) return <div className={classes.waiting} aria-busy="true" />;
  if (step === 'account') return <AccountStep reset={reset} code={code} />;
  return step === 'code' ? <CodeStep reset={reset} code={code} /> : <PasswordStep reset={reset} />;
}
