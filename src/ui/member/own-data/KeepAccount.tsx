import { IconClockExclamation } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectDeletionFailure, selectDueTime, type DeletionRef } from '#machines/members/deletion.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import classes from './own-data.module.css';

/** When the account ends, and the one press that keeps it. */
export function KeepAccount({ deletion }: { readonly deletion: DeletionRef }) {
  const dueTime = useSelector(deletion, selectDueTime);
  const isBusy = useSelector(deletion, selectIsBusy);
  return (
    <div className={classes.pending}>
      <IconClockExclamation size={22} stroke={1.75} aria-hidden="true" />
      <p>
        <strong>
          <time dateTime={timeAttribute(dueTime)}>{t('safety.deletion.pending', { time: timeText(dueTime) ?? '' })}</time>
        </strong>{' '}
        {t('safety.deletion.pendingHint')}
      </p>
      <button
        type="button"
        className={buttons.primary}
        aria-disabled={isBusy}
        onClick={() => deletion.send({ type: 'deletion.cancelRequested' })}
      >
        {t(isBusy ? 'safety.deletion.keeping' : 'safety.deletion.keep')}
      </button>
      <FailureBox failure={useSelector(deletion, selectDeletionFailure)} />
    </div>
  );
}
