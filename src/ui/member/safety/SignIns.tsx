import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectSignIns,
  selectSignInsFailure,
  selectSignInsHasFailed,
  selectSignInsPage,
  SIGN_INS_A_PAGE,
  type OwnSignIn,
  type SignInsRef,
} from '#machines/members/sign-ins.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText, timeTip } from '../../kit/cells/time-text.ts';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import account from '../../kit/session/account.module.css';
import { deviceText } from '../../kit/session/device-text.ts';
import pages from '../pages/pages.module.css';

/** When, from where and with what somebody signed in or tried to. */
export function SignIns({ signIns }: { readonly signIns: SignInsRef }) {
  const shown = useSelector(signIns, selectSignIns);
  const page = useSelector(signIns, selectSignInsPage);
  const failure = useSelector(signIns, selectSignInsFailure);
  const hasFailed = useSelector(signIns, selectSignInsHasFailed);
  const isBusy = useSelector(signIns, selectIsBusy);
  if (hasFailed)
    return (
      <ReadFailed
        level={3}
        title={t('safety.signIns.failed')}
        failure={failure}
        onRetry={() => signIns.send({ type: 'signIns.retried' })}
      />
    );
  if (!shown) return <NamedSkeleton heightPx={160} label={t('safety.signIns.loading')} />;
  const count = Math.max(1, Math.ceil(shown.total / SIGN_INS_A_PAGE));
  const go = (to: number) => signIns.send({ type: 'signIns.pageChosen', page: to });
  return (
    <div aria-busy={isBusy}>
      <h2 className={account.subtitle}>{t('safety.signIns.title')}</h2>
      <p className={account.lead}>{t('safety.signIns.lead')}</p>
      <ul className={account.sessions}>
        {shown.list.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {shown.list.length === 0 && <p className={account.lead}>{t('safety.signIns.none')}</p>}
      {count > 1 && (
        <nav className={pages.pager} aria-label={t('safety.signIns.pages')}>
          <span className={pages.turn}>
            <button type="button" aria-label={t('memberPages.ledger.previous')} disabled={page <= 1} onClick={() => go(page - 1)}>
              <IconChevronLeft size={16} aria-hidden="true" />
            </button>
            <output>{t('memberPages.ledger.pageOf', { page, pages: count })}</output>
            <button type="button" aria-label={t('memberPages.ledger.next')} disabled={page >= count} onClick={() => go(page + 1)}>
              <IconChevronRight size={16} aria-hidden="true" />
            </button>
          </span>
        </nav>
      )}
    </div>
  );
}

function Entry({ entry: { time, ip, userAgent, outcome, count } }: { readonly entry: OwnSignIn }) {
  const Icon = outcome === 'signedIn' ? IconCircleCheck : IconAlertTriangle;
  return (
    <li>
      <Icon size={22} stroke={1.5} aria-hidden="true" />
      <div className={account.entry}>
        <strong>
          {t(outcome === 'signedIn' ? 'safety.signIns.signedIn' : 'safety.signIns.refused')}
          {count > 1 && <span className={account.mark}>{t('safety.signIns.times', { count })}</span>}
        </strong>
        <dl>
          <dt>{t('safety.signIns.time')}</dt>
          <dd>
            <time dateTime={timeAttribute(time)} title={timeTip(time) ?? undefined}>
              {timeText(time)}
            </time>
          </dd>
          <dt>{t('account.sessions.ip')}</dt>
          <dd>{ip}</dd>
          <dt>{t('safety.signIns.device')}</dt>
          <dd>{deviceText(userAgent)}</dd>
        </dl>
      </div>
    </li>
  );
}
