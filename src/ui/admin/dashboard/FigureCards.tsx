import { IconBox, IconMessageCircle, IconPencil, IconTrendingDown, IconTrendingUp, IconUsers, type Icon } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import type { Figures, Trend } from '#machines/shell/dashboard.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { useShell } from '../../base/shell-context.ts';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';
import { Sparkline } from './Sparkline.tsx';

interface CardProps {
  readonly label: string;
  readonly icon: Icon;
  readonly value: number;
  /** What the last days brought, in words. */
  readonly note: string;
  readonly trend: Trend;
  /** Null where the list behind it may not be opened. */
  readonly to: string | null;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

interface FigureCardsProps {
  readonly figures: Figures;
  /** While the page is arranged nothing leads away from it: the arrangement would be lost. */
  readonly isInert: boolean;
}

/** Single numbers with what the last days brought; each leads to the list that it counts. */
export function FigureCards({ figures: { goods, members, changes, changesBefore, answers }, isInert }: FigureCardsProps) {
  const nodes = useSelector(useShell(), (shell) => permissionFacts(shell).nodes);
  const cards: CardProps[] = [];
  if (goods) {
    cards.push({
      label: t('dashboard.goodsOn'),
      icon: IconBox,
      value: goods.on,
      note: t('dashboard.added', { count: sumOf(goods.trend.days) }),
      trend: goods.trend,
      to: listAddress('goods/goods', { status: 'on' }),
    });
  }
  if (members) {
    cards.push({
      label: t('dashboard.members'),
      icon: IconUsers,
      value: members.total,
      note: t('dashboard.joined', { count: sumOf(members.trend.days) }),
      trend: members.trend,
      to: listAddress('user/user'),
    });
  }
  if (changes) {
    const trend = { days: changes.map((day) => day.created + day.changed + day.deleted), before: changesBefore };
    const timeline = listAddress('security/change');
    cards.push({
      label: t('dashboard.changes'),
      icon: IconPencil,
      value: sumOf(trend.days),
      note: t('dashboard.lastDays'),
      trend,
      to: nodes[timeline] === undefined ? null : timeline,
    });
  }
  if (answers) {
    cards.push({
      label: t('dashboard.answers'),
      icon: IconMessageCircle,
      value: sumOf(answers.days),
      note: t('dashboard.lastDays'),
      trend: answers,
      to: listAddress('chat/usage'),
    });
  }
  if (cards.length === 0) return null;
  return (
    <ul className={classes.cards} inert={isInert}>
      {cards.map((card) => (
        <li key={card.label}>
          {card.to === null ? (
            <div className={classes.card}>
              <CardWords {...card} />
            </div>
          ) : (
            <AppLink to={card.to} className={classes.card}>
              <CardWords {...card} />
            </AppLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function CardWords({ label, icon: CardIcon, value, note, trend }: CardProps) {
  const now = sumOf(trend.days);
  const Direction = now < trend.before ? IconTrendingDown : IconTrendingUp;
  return (
    <>
      <span className={classes.label}>
        <CardIcon size={18} stroke={1.75} aria-hidden="true" />
        {label}
      </span>{' '}
      <strong className={classes.value}>{groupedCount(value)}</strong> <Sparkline counts={trend.days} />
      <span className={classes.note}>
        {note}{' '}
        {now !== trend.before && (
          <span className={classes.compared} data-fell={now < trend.before || undefined}>
            <Direction size={14} stroke={2} aria-hidden="true" />
            {t('dashboard.before', { count: trend.before })}
          </span>
        )}
      </span>
    </>
  );
}
