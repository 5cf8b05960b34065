import { IconReceipt } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useEffectEvent, useLayoutEffect, useMemo } from 'react';
import { ledgerQueryOf, ledgerSearch, unfiltered, type LedgerQuery } from '#domain/members/ledger-page';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectLedgerFailure,
  selectLedgerHasFailed,
  selectLedgerPage,
  selectLedgerQuery,
  selectStanding,
  type LedgerInput,
} from '#machines/members/ledger.machine';
import { selectMemberPage, selectMemberSearch } from '#machines/members/member-shell.machine';
import { selectMember } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import buttons from '../../kit/plain-button.module.css';
import { plainAmount, useMoneyText } from '../base/use-amount.ts';
import { useMemberShell } from '../base/shell.ts';
import { LedgerFileButton } from './LedgerFileButton.tsx';
import { LedgerFilter } from './LedgerFilter.tsx';
import { LedgerPager } from './LedgerPager.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import classes from './pages.module.css';

export const BalancePage = () => <LedgerPage kind="money" />;
export const ScorePage = () => <LedgerPage kind="score" />;

/** The member's own entries; page and filter stand in the address. Source: specification §7; open content, "Member centre". */
function LedgerPage({ kind }: Pick<LedgerInput, 'kind'>) {
  const { memberSession, navigation } = useApp();
  const shell = useMemberShell();
  const search = useSelector(shell, selectMemberSearch);
  const path = useSelector(shell, (snapshot) => selectMemberPage(snapshot)?.path ?? '');
  const { ledger: logic } = useBundle('memberPages');
  // Servers of other makers would list everything, whatever the filter says.
  const canChoose = useSite().isOwnServer === true;
  const addressed = useMemo(() => (canChoose ? ledgerQueryOf(search) : unfiltered(ledgerQueryOf(search))), [canChoose, search]);
  const ledger = useLeafActor(logic, { id: `ledger:${kind}`, input: { kind, query: addressed } });
  // The address leads: what it says is told to the list, which knows whether that is news.
  useLayoutEffect(() => ledger.send({ type: 'ledger.addressed', query: addressed }), [ledger, addressed]);
  const shown = useSelector(ledger, selectLedgerPage);
  const query = useSelector(ledger, selectLedgerQuery);
  const failure = useSelector(ledger, selectLedgerFailure);
  const hasFailed = useSelector(ledger, selectLedgerHasFailed);
  const isBusy = useSelector(ledger, selectIsBusy);
  const moneyText = useMoneyText();
  const known = useSelector(memberSession, (snapshot) => {
    const member = selectMember(snapshot);
    return member && String(kind === 'money' ? member.money : member.score);
  });
  // Entries have come: the list is read again, and what the member has is the newest that is known until then.
  const outdate = useEffectEvent((_amount: string | null) => ledger.send({ type: 'ledger.outdated' }));
  useLayoutEffect(() => outdate(known), [known]);
  // The list is newer than what was read when the member came.
  const now = useSelector(ledger, selectStanding) ?? known;
  const amount = now !== null && (kind === 'money' ? moneyText(now) : plainAmount(now));
  const go = (change: Partial<LedgerQuery>) => {
    const to = path + ledgerSearch({ ...query, page: 1, ...change });
    navigation.send({ type: 'navigation.requested', to, mode: 'push' });
  };
  const isFiltered = query.sign !== '' || query.reason !== '' || query.from !== '' || query.to !== '';
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t(kind === 'money' ? 'memberPages.ledger.balanceTitle' : 'memberPages.ledger.scoreTitle')}</h1>
        <p className={classes.lead}>
          {t(kind === 'money' ? 'memberPages.ledger.now' : 'memberPages.ledger.nowScore')} <strong className={classes.now}>{amount}</strong>
        </p>
      </header>
      {shown?.rules && (
        <details className={classes.rules}>
          <summary>{t('memberPages.ledger.rules')}</summary>
          <p>{shown.rules}</p>
        </details>
      )}
      <section className={classes.card} aria-busy={isBusy}>
        {canChoose && <LedgerFilter kind={kind} query={query} onChange={go} />}
        {hasFailed ? (
          <div role="alert">
            <ReadFailed title={t('memberPages.ledger.failed')} failure={failure} onRetry={() => ledger.send({ type: 'ledger.retried' })} />
          </div>
        ) : shown === null ? (
          <div className={classes.listRoom} />
        ) : shown.entries.length > 0 ? (
          <LedgerTable kind={kind} entries={shown.entries} />
        ) : shown.total > 0 ? (
          <EmptyState level={2} title={t('memberPages.ledger.beyond')}>
            <button type="button" className={buttons.secondary} onClick={() => go({})}>
              {t('memberPages.ledger.toFirst')}
            </button>
          </EmptyState>
        ) : isFiltered ? (
          <EmptyState level={2} title={t('memberPages.ledger.noneFound')}>
            <button type="button" className={buttons.secondary} onClick={() => go({ sign: '', reason: '', from: '', to: '' })}>
              {t('memberPages.ledger.clear')}
            </button>
          </EmptyState>
        ) : (
          <EmptyState
            level={2}
            icon={<IconReceipt size={24} stroke={1.5} />}
            title={t('memberPages.ledger.empty')}
            text={t('memberPages.ledger.emptyHint')}
          />
        )}
        {shown !== null && shown.total > 0 && !hasFailed && (
          <div className={classes.foot}>
            <LedgerPager query={query} total={shown.total} onChange={go} />
            {canChoose && <LedgerFileButton kind={kind} selection={query} />}
          </div>
        )}
      </section>
    </div>
  );
}
