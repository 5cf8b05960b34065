import { IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import {
  selectProblemDialogIsCopied,
  selectProblemDialogIsUncopied,
  selectProblemNumber,
  type ProblemDialogRef,
} from '#machines/observe/problem-dialog.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import { takeFocus } from '../../kit/take-focus.ts';
import classes from './problem.module.css';

interface ProblemSentProps {
  readonly problem: ProblemDialogRef;
  readonly onClose: () => void;
}

/** The number to quote. */
export function ProblemSent({ problem, onClose }: ProblemSentProps) {
  const number = useSelector(problem, selectProblemNumber);
  const isCopied = useSelector(problem, selectProblemDialogIsCopied);
  const isUncopied = useSelector(problem, selectProblemDialogIsUncopied);
  return (
    <div className={classes.body}>
      <div className={classes.sent}>
        <IconCircleCheck size={32} stroke={1.5} className={classes.check} aria-hidden="true" />
        <output>
          <strong>{t('problem.sentTitle')}</strong>
          <span className={classes.hint}>{t('problem.sentHint')}</span>
          <code className={classes.number}>{number}</code>
        </output>
        <output className={classes.hint}>{isCopied ? t('problem.copied') : isUncopied ? t('problem.uncopied') : ''}</output>
      </div>
      <div className={classes.actions}>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          {t('common.action.close')}
        </button>
        <button ref={takeFocus} type="button" className={buttons.primary} onClick={() => problem.send({ type: 'problem.copyRequested' })}>
          {t('problem.copy')}
        </button>
      </div>
    </div>
  );
}
