import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectDeletionFailure,
  selectDeletionIsKept,
  selectDeletionIsLoadFailed,
  selectDeletionIsLoading,
  type DeletionRef,
} from '#machines/members/deletion.machine';
import { t } from '../../base/i18n.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import pages from '../pages/pages.module.css';
import { KeepAccount } from './KeepAccount.tsx';
import classes from './own-data.module.css';

/** What goes and what stays, and the way out. */
export function AccountDeletion({ deletion }: { readonly deletion: DeletionRef }) {
  const isLoading = useSelector(deletion, selectDeletionIsLoading);
  return (
    <section className={pages.card} aria-labelledby="account-deletion">
      <h2 id="account-deletion" className={classes.title}>
        {t('safety.deletion.title')}
      </h2>
      <p className={pages.lead}>{t('safety.deletion.lead')}</p>
      <dl className={classes.consequences}>
        {(['goes', 'stays'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`safety.deletion.${part}`)}</dt>
            <dd>{t(`safety.deletion.${part}List`)}</dd>
          </div>
        ))}
      </dl>
      {isLoading ? <NamedSkeleton heightPx={42} label={t('safety.data.loading')} /> : <Way deletion={deletion} />}
      <Question deletion={deletion} />
    </section>
  );
}

function Way({ deletion }: { readonly deletion: DeletionRef }) {
  const isLoadFailed = useSelector(deletion, selectDeletionIsLoadFailed);
  const isPending = useSelector(deletion, (snapshot) => snapshot.hasTag('pending'));
  const isKept = useSelector(deletion, selectDeletionIsKept);
  const isAsking = useSelector(deletion, (snapshot) => snapshot.hasTag('asking'));
  const failure = useSelector(deletion, selectDeletionFailure);
  if (isPending) return <KeepAccount deletion={deletion} />;
  return (
    <div className={classes.standing}>
      <output className={classes.words}>{(isKept || isLoadFailed) && t(`safety.deletion.${isKept ? 'kept' : 'loadFailed'}`)}</output>
      {isLoadFailed ? (
        <button type="button" className={buttons.secondary} onClick={() => deletion.send({ type: 'deletion.retried' })}>
          {t('common.action.retry')}
        </button>
      ) : (
        <button
          type="button"
          className={`${buttons.secondary} ${classes.danger}`}
          onClick={() => deletion.send({ type: 'deletion.wanted' })}
        >
          {t('safety.deletion.start')}
        </button>
      )}
      {!isAsking && <FailureBox failure={failure} />}
    </div>
  );
}

function Question({ deletion }: { readonly deletion: DeletionRef }) {
  const isAsking = useSelector(deletion, (snapshot) => snapshot.hasTag('asking'));
  const isBusy = useSelector(deletion, selectIsBusy);
  const failure = useSelector(deletion, selectDeletionFailure);
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('safety.deletion.dialogTitle')}
      confirm={{
        label: t('safety.deletion.confirm'),
        isDanger: true,
        isBusy,
        onConfirm: () => deletion.send({ type: 'deletion.confirmed' }),
      }}
      onCancel={() => deletion.send({ type: 'deletion.dismissed' })}
    >
      <p className={classes.paragraph}>{t('safety.deletion.when')}</p>
      <p className={classes.paragraph}>{t('safety.deletion.last')}</p>
      {failure && (
        <p role="alert">
          <FailureText failure={failure} />
        </p>
      )}
    </ConfirmDialog>
  );
}
