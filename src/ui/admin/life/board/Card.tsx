import { IconDotsVertical, IconGripVertical } from '@tabler/icons-react';
import { memo } from 'react';
import type { BoardCard } from '#domain/table/life-board';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import { t } from '../../../base/i18n.ts';
import { CELLS } from '../../../kit/cells/registry.ts';
import { timeTip } from '../../../kit/cells/time-text.ts';
import { TimeAgo } from '../../../kit/cells/TimeAgo.tsx';
import { fieldLabel } from '../../../kit/resource-texts.ts';
import { useCurrencySign } from '../../../kit/use-currency-sign.ts';
import { listColumns } from '../../../kit/table/base/columns.ts';
import { titleOf } from '../../../kit/table/base/table-shape.ts';
import { OFFERS_MENU } from '../life-windows.ts';
import { WaitSign } from '../WaitSign.tsx';
import classes from './board.module.css';

interface CardProps {
  readonly card: BoardCard;
  readonly resource: Resource;
  readonly isBusy: boolean;
  readonly isLifted: boolean;
}

const FACTS = 2;

/** What a card tells beside its title: the first fields that a list shows, but for pictures, times and what the column says. */
const factsOf = (resource: Resource) =>
  listColumns(resource)
    .filter(({ key, field, isShownByDefault }) => {
      const { storage, isPicture } = describedKind(field);
      const isTold = key === resource.titleField || key === resource.lifeField || field.kind === 'id' || field.kind === 'switch';
      return isShownByDefault && !isTold && !isPicture && storage !== 'seconds' && field.kind !== 'sortOrder' && field.kind !== 'images';
    })
    .slice(0, FACTS);

/** One record; it is drawn again only when it is another. */
export const Card = memo(function Card({ card, resource, isBusy, isLifted }: CardProps) {
  const { id, row, since } = card;
  const title = titleOf(resource, row);
  const currencySign = useCurrencySign();
  return (
    <li className={classes.card} data-id={id} data-busy={isBusy || undefined} data-lifted={isLifted || undefined}>
      <div className={classes.top}>
        <button type="button" className={classes.title} data-action="edit">
          {title}
        </button>
        {row.openRequest && (
          <span className={classes.waits} title={row.openRequest}>
            <WaitSign words={row.openRequest} />
          </span>
        )}
        <button type="button" className={classes.icon} data-action="carry" aria-label={t('recordLife.carry', { title })}>
          <IconGripVertical size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={classes.icon}
          data-action="window"
          data-field={OFFERS_MENU}
          aria-haspopup="menu"
          aria-label={t('recordLife.nextOf', { title })}
        >
          <IconDotsVertical size={16} aria-hidden />
        </button>
      </div>
      <dl className={classes.facts}>
        {factsOf(resource).map(({ key, field }) => (
          <div key={key}>
            <dt>{fieldLabel(resource, key)}</dt>
            <dd>{CELLS[field.kind]({ resource, fieldKey: key, field, record: row, title, mayEdit: false, cdnUrl: '', currencySign })}</dd>
          </div>
        ))}
        {since !== null && (
          <div>
            <dt>{t('recordLife.sinceShort')}</dt>
            <dd title={timeTip(since) ?? undefined}>
              <TimeAgo at={since} />
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
});
