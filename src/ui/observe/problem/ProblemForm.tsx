import { useSelector } from '@xstate/react';
import { MAX_SENTENCE_LENGTH } from '#domain/observe/problem-report';
import {
  selectProblemDialogIsSending,
  selectProblemDialogIsTaking,
  selectProblemDialogIsUntaken,
  selectProblemFailure,
  selectSentence,
  selectTaken,
  type ProblemDialogRef,
} from '#machines/observe/problem-dialog.machine';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import buttons from '../../kit/plain-button.module.css';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import classes from './problem.module.css';
import { WhatIsSent } from './WhatIsSent.tsx';

export interface ProblemFormProps {
  readonly problem: ProblemDialogRef;
  /** The journal as it would be sent. */
  readonly text: () => string;
}

/** What somebody writes, what goes with it, and how it went so far. */
export function ProblemForm({ problem, text }: ProblemFormProps) {
  const sentence = useSelector(problem, selectSentence);
  const taken = useSelector(problem, selectTaken);
  const isTaking = useSelector(problem, selectProblemDialogIsTaking);
  const isSending = useSelector(problem, selectProblemDialogIsSending);
  const isEditable = useSelector(problem, (snapshot) => snapshot.hasTag('editable'));
  const hasFailed = useSelector(problem, (snapshot) => snapshot.hasTag('failed'));
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        problem.send({ type: 'problem.sendRequested' });
      }}
    >
      <p className={classes.intro}>{t('problem.intro')}</p>
      <label className={classes.label} htmlFor="problem-sentence">
        {t('problem.sentence')}
      </label>
      <textarea
        id="problem-sentence"
        className={`${classes.sentence} tp-input`}
        rows={4}
        maxLength={MAX_SENTENCE_LENGTH}
        placeholder={t('problem.sentencePlaceholder')}
        aria-describedby="problem-hint"
        value={sentence}
        readOnly={!isEditable}
        onChange={(event) => problem.send({ type: 'problem.sentenceTyped', text: event.currentTarget.value })}
      />
      <p id="problem-hint" className={classes.hint}>
        {t('problem.sentenceHint', { left: MAX_SENTENCE_LENGTH - sentence.length })}
      </p>
      {isTaking && (
        <output className={classes.waiting}>
          <Spinner /> {t('problem.taking')}
        </output>
      )}
      {taken && <WhatIsSent taken={taken} text={text} />}
      <div className={classes.actions}>
        {hasFailed && <Failed problem={problem} />}
        {taken && (
          <button
            type="button"
            className={buttons.secondary}
            disabled={!isEditable}
            onClick={() => problem.send({ type: 'problem.saveRequested' })}
          >
            {t('problem.save')}
          </button>
        )}
        <button type="submit" className={buttons.primary} aria-disabled={!isEditable}>
          {isSending ? t('problem.sending') : t('problem.send')}
        </button>
      </div>
    </form>
  );
}

function Failed({ problem }: { readonly problem: ProblemDialogRef }) {
  const failure = useSelector(problem, selectProblemFailure);
  const isUntaken = useSelector(problem, selectProblemDialogIsUntaken);
  return (
    <div role="alert" className={classes.failed}>
      {isUntaken ? (
        <>
          {t('problem.untaken')}{' '}
          <button type="button" className={classes.link} onClick={() => problem.send({ type: 'problem.retried' })}>
            {t('common.action.retry')}
          </button>
        </>
      ) : (
        <>
          {t('problem.failed')} {failure && <FailureText failure={failure} />} {t('problem.saveHint')}
        </>
      )}
    </div>
  );
}
