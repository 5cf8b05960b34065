import { Link } from 'react-router-dom';
import { groupedDigits } from '#domain/base/grouped-digits';
import type { Figures } from '#machines/shell/dashboard.machine';
import { t } from '../../base/i18n.ts';
import classes from './figures.module.css';
import { listAddress } from './list-address.ts';

interface CardProps {
  readonly label: string;
  readonly value: number;
  readonly to: string;
  readonly hint?: string;
  /** Something is to be done about it. */
  readonly isWarning?: boolean;
}

/** Open to the end of time, as a search panel leaves it. */
const LATEST = '2099-12-31 23:59:59';

const inGoods = (conditions: Readonly<Record<string, string>>): string => listAddress('goods/goods', conditions);

/** Single numbers; each leads to the list it counts. */
export function FigureCards({ figures: { goods, members } }: { readonly figures: Figures }) {
  const cards: CardProps[] = [];
  if (goods) {
    cards.push(
      { label: t('dashboard.goodsOn'), value: goods.on, to: inGoods({ status: 'on' }) },
      {
        label: t('dashboard.goodsLow'),
        value: goods.low,
        to: inGoods({ status: 'on', stock: `1,${goods.lowLimit}` }),
        hint: t('dashboard.goodsLowHint', { limit: goods.lowLimit }),
        isWarning: goods.low > 0,
      },
      { label: t('dashboard.goodsSoldOut'), value: goods.soldOut, to: inGoods({ stock: '0,0' }), isWarning: goods.soldOut > 0 },
      { label: t('dashboard.goodsDraft'), value: goods.draft, to: inGoods({ status: 'draft' }) },
      { label: t('dashboard.goodsOff'), value: goods.off, to: inGoods({ status: 'off' }) },
    );
  }
  if (members) {
    cards.push(
      { label: t('dashboard.members'), value: members.total, to: listAddress('user/user') },
      {
        label: t('dashboard.membersJoined'),
        value: members.joined,
        to: listAddress('user/user', { create_time: `${members.since},${LATEST}` }),
      },
    );
  }
  if (cards.length === 0) return null;
  return (
    <ul className={classes.cards}>
      {cards.map(({ label, value, to, hint, isWarning }) => (
        <li key={label}>
          <Link to={to} className={classes.card} data-warning={isWarning || undefined} title={hint}>
            <span className={classes.label}>{label}</span>
            <strong className={classes.value}>{groupedDigits(String(value))}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}
