import { IconCircleCheck, IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectNothingWaits, type LifeWaitingRef } from '#machines/life/life-waiting.machine';
import { groupedCount } from '#domain/base/grouped-digits';
import type { GoodsFigures, WaitingItem } from '#machines/shell/dashboard.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';

/** The list in which each waits, with the conditions that leave only those. */
const ADDRESSES: Readonly<Record<WaitingItem['kind'], (goods: GoodsFigures | null, period: string) => string>> = {
  goodsSoldOut: () => listAddress('goods/goods', { stock: '0,0' }),
  goodsLow: (goods) => listAddress('goods/goods', { status: 'on', stock: `1,${goods?.lowLimit ?? 0}` }),
  goodsDraft: () => listAddress('goods/goods', { status: 'draft' }),
  mailFailed: () => listAddress('routine/outbox', { status: 'failed' }),
  reportsNew: () => listAddress('routine/problemReport', { status: 'new' }),
  feedbackOpen: () => listAddress('chat/feedback', { status: 'open' }),
  tokensEnding: (_, period) => listAddress('auth/apiToken', { status: '1', end_time: period }),
};

/** What there is to do, each with the way to it. */
export function WaitingList({ waiting, goods }: { readonly waiting: readonly WaitingItem[]; readonly goods: GoodsFigures | null }) {
  return (
    <ul className={classes.waiting}>
      {waiting.map(({ kind, count, period = '' }) => (
        <li key={kind}>
          <AppLink to={ADDRESSES[kind](goods, period)}>
            <strong>{groupedCount(count)}</strong> <span>{t(`dashboard.waits.${kind}`, { count, limit: goods?.lowLimit ?? 0 })}</span>
            <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

/** That there is nothing to do: said once it is known of the lives of records as well. */
export const NothingWaits = ({ lives }: { readonly lives: LifeWaitingRef | null }) =>
  lives ? <UnlessLivesWait lives={lives} /> : <Done />;

function UnlessLivesWait({ lives }: { readonly lives: LifeWaitingRef }) {
  return useSelector(lives, selectNothingWaits) && <Done />;
}

const Done = () => (
  <p className={classes.done}>
    <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
    {t('dashboard.nothingWaits')}
  </p>
);
