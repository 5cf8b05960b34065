import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { fileSizeInWords } from '#domain/base/file-size';
import { selectJournalSaveHasFailed, selectSave, type JournalSaveRef } from '#machines/observe/journal-save.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './SaveDialog.module.css';

interface SaveDialogProps {
  readonly save: JournalSaveRef;
  readonly onClose: () => void;
}

const open = (dialog: HTMLDialogElement | null): void => {
  if (dialog && !dialog.open) dialog.showModal();
};

/** What will be in the file and what will not, how large it is, and what it is called. */
export function SaveDialog({ save, onClose }: SaveDialogProps) {
  const { kind } = useSelector(save, selectSave);
  const titleId = useId();
  const hasFailed = useSelector(save, selectJournalSaveHasFailed);
  const isSaved = useSelector(save, (snapshot) => snapshot.hasTag('saved'));
  return (
    <dialog ref={open} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.send({ type: 'save.requested' });
        }}
      >
        <h2 id={titleId}>{t(`journal.save.${kind}Title`)}</h2>
        <dl className={classes.contents}>
          <dt>{t('journal.save.holds')}</dt>
          <dd>{t('journal.save.holdsList')}</dd>
          <dt>{t('journal.save.lacks')}</dt>
          <dd>{t('journal.save.lacksList')}</dd>
        </dl>
        <NameField save={save} />
        {hasFailed ? <Failed save={save} /> : <Size save={save} />}
        {kind === 'replay' && <p className={classes.hint}>{t('journal.save.place')}</p>}
        <div className={classes.actions}>
          <output>{isSaved && t('journal.save.saved')}</output>
          <button type="button" className={buttons.secondary} onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
            {t('journal.save.close')}
          </button>
          <SubmitButton save={save} />
        </div>
      </form>
    </dialog>
  );
}

function NameField({ save }: Pick<SaveDialogProps, 'save'>) {
  const { name } = useSelector(save, selectSave);
  const isInvalid = useSelector(save, (snapshot) => snapshot.hasTag('invalid'));
  const hintId = useId();
  return (
    <label className={classes.field}>
      {t('journal.save.name')}
      <span className={`tp-input ${classes.name}`} data-error={isInvalid || undefined}>
        <input
          value={name}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isInvalid}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => save.send({ type: 'save.named', name: currentTarget.value })}
        />
        <span aria-hidden="true">.jsonl</span>
      </span>
      {isInvalid ? (
        <span id={hintId} className={classes.error} role="alert">
          {t('journal.save.nameInvalid')}
        </span>
      ) : (
        <span id={hintId} className={classes.hint}>
          {t('journal.save.nameHint')}
        </span>
      )}
    </label>
  );
}

function Size({ save }: Pick<SaveDialogProps, 'save'>) {
  const { entries, sizeBytes } = useSelector(save, selectSave);
  const isReady = useSelector(save, (snapshot) => snapshot.hasTag('ready'));
  return (
    <output className={classes.size}>
      {isReady ? t('journal.save.size', { count: entries, size: fileSizeInWords(sizeBytes) ?? '' }) : t('journal.save.composing')}
    </output>
  );
}

const Failed = ({ save }: Pick<SaveDialogProps, 'save'>) => (
  <div role="alert" className={classes.error}>
    <p>{t('journal.save.failed')}</p>
    <button type="button" className={buttons.secondary} onClick={() => save.send({ type: 'save.retried' })}>
      {t('journal.save.retry')}
    </button>
  </div>
);

function SubmitButton({ save }: Pick<SaveDialogProps, 'save'>) {
  const isReady = useSelector(save, (snapshot) => snapshot.can({ type: 'save.requested' }));
  return (
    <button type="submit" className={buttons.primary} disabled={!isReady}>
      {t('journal.save.save')}
    </button>
  );
}
