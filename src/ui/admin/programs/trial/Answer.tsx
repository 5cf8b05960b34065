import { useSelector } from '@xstate/react';
import { fileSizeInWords } from '#domain/base/file-size';
import { groupedCount } from '#domain/base/grouped-digits';
import type { ApiAnswer } from '#domain/programs/api-answer';
import {
  selectApiCallHasFailed,
  selectApiCallIsCancelled,
  selectApiCallIsSending,
  selectCall,
  type ApiCallRef,
} from '#machines/programs/api-call.machine';
import { AppLink } from '../../../base/AppLink.tsx';
import { t } from '../../../base/i18n.ts';
import { FailureLine } from '../../../kit/feedback/FailureLine.tsx';
import { listAddress } from '../../base/list-address.ts';
import classes from './trial.module.css';

/** What came of the call that was sent last. */
export function Answer({ call }: { readonly call: ApiCallRef }) {
  const { answer, failure } = useSelector(call, selectCall);
  const isFailed = useSelector(call, selectApiCallHasFailed);
  const isCancelled = useSelector(call, selectApiCallIsCancelled);
  const isSending = useSelector(call, selectApiCallIsSending);
  if (isFailed && failure) return <FailureLine text={t('apiTrial.failed')} failure={failure} />;
  return (
    <div aria-live="polite" className={classes.answerPlace}>
      {isSending && <p className={classes.soft}>{t('apiTrial.sending')}</p>}
      {isCancelled && <p className={classes.note}>{t('apiTrial.cancelled')}</p>}
      {!isSending && answer && <Answered answer={answer} />}
    </div>
  );
}

function Answered({ answer: { status, tookMs, headers, body, isCut, sizeBytes, change, code } }: { readonly answer: ApiAnswer }) {
  const isGood = status < 300 && (code === null || code === 1);
  return (
    <section className={classes.answer} aria-label={t('apiTrial.answer')}>
      <p className={classes.facts}>
        <strong data-good={isGood || undefined}>
          {t('apiTrial.status', { status })}
          {code !== null && ` · code ${code}`}
        </strong>
        <span>{t('apiTrial.took', { ms: groupedCount(tookMs) })}</span>
        <span>{fileSizeInWords(sizeBytes)}</span>
      </p>
      {change !== null && (
        <p className={classes.change}>
          {t('apiTrial.change', { change })}{' '}
          <AppLink to={listAddress('security/change', { id: String(change) })}>{t('apiTrial.openChange')}</AppLink>
        </p>
      )}
      <dl className={classes.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body === '' ? (
        <p className={classes.soft}>{t(sizeBytes > 0 ? 'apiTrial.isFile' : 'apiTrial.isEmpty')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is long is scrolled by keys as well
        <pre className={classes.reply} tabIndex={0} aria-label={t('apiTrial.replyBody')}>
          {body}
        </pre>
      )}
      {isCut && <p className={classes.soft}>{t('apiTrial.isCut')}</p>}
    </section>
  );
}
