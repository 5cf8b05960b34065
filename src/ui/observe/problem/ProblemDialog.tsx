import { IconX } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { ProblemDialogBundle } from '#actors/observe/problem-dialog.actors';
import type { BrokenCode } from '#domain/observe/problem-report';
import { t } from '../../base/i18n.ts';
import { takeFocus } from '../../kit/take-focus.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from './problem.module.css';
import { ProblemView } from './ProblemView.tsx';

export interface ProblemDialogProps {
  readonly viewer: ProblemDialogBundle;
  readonly broken: BrokenCode | null;
  readonly onClose: () => void;
}

/** The window for reporting a problem. The browser's own, so that pages without the component library can open it as well. */
export function ProblemDialog({ viewer, broken, onClose }: ProblemDialogProps) {
  const problem = useLeafActor(viewer.logic, { id: 'problemDialog', input: { broken } });
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // By itself it would begin at the way out.
    takeFocus(dialog.querySelector('textarea'));
  }, []);
  return (
    <dialog ref={open} className={classes.dialog} aria-labelledby="problem-title" onClose={onClose}>
      <header className={classes.header}>
        <h2 id="problem-title" className={classes.title}>
          {t('problem.title')}
        </h2>
        <ToolButton label={t('common.action.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      </header>
      <ProblemView problem={problem} text={viewer.text} onClose={onClose} />
    </dialog>
  );
}
