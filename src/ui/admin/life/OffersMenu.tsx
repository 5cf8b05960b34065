import { Menu } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isActTyped } from '#actors/life/act-typed';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectOffersFailure, selectStands } from '#machines/life/life-offers.machine';
import { selectLifeActIsResting } from '#machines/life/life-act.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import type { RowWindowProps } from '../../kit/table/base/table-extras.ts';
import { titleOf } from '../../kit/table/base/table-shape.ts';
import { useWindowActor } from '../../kit/table/base/use-window-actor.ts';
import { ActDialog } from './ActDialog.tsx';
import classes from './life.module.css';
import { LIFE_WINDOW, OFFERS_MENU } from './life-windows.ts';
import { OfferItems } from './OfferItems.tsx';

const badgeOf = (id: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-id="${id}"] [data-action="window"][data-field="${OFFERS_MENU}"]`);

/** What may be done next with a row, below its state; and the way to all of its life. */
export function OffersMenu({ row, actor, resource }: RowWindowProps) {
  const { name } = resource;
  const { lifeOffers, lifeAct } = useBundle('life');
  const reader = useLeafActor(lifeOffers, { id: `lifeOffers:${name}:${row.id}`, input: { resource: name, ids: [row.id] } });
  const act = useWindowActor(actor, lifeAct, {
    id: `lifeAct:${name}:${row.id}`,
    input: { resource: name, owner: actor, key: newKey() },
    isUnsaved: isActTyped,
  });
  const [stand] = useSelector(reader, selectStands) ?? [];
  const failure = useSelector(reader, selectOffersFailure);
  const isBusy = useSelector(reader, selectIsBusy);
  const isResting = useSelector(act, selectLifeActIsResting);
  const badge = badgeOf(row.id);
  const place = badge?.getBoundingClientRect();
  const close = () => {
    actor.send({ type: 'rowWindow.closed' });
    badge?.focus();
  };
  return (
    <>
      {/* The first event has the focus once there is one. */}
      <Menu
        key={String(isBusy)}
        opened={isResting}
        onClose={close}
        position="bottom-start"
        withinPortal
        shadow="md"
        width={260}
        trapFocus
        closeOnItemClick={false}
      >
        <Menu.Target>
          <span
            className={classes.anchor}
            style={place && { top: place.top, left: place.left, width: place.width, height: place.height }}
            aria-hidden
          />
        </Menu.Target>
        <Menu.Dropdown aria-label={t('recordLife.nextOf', { title: titleOf(resource, row) })} aria-busy={isBusy}>
          {isBusy && <Menu.Label>{t('recordLife.loading')}</Menu.Label>}
          {failure && (
            <FailureLine text={t('recordLife.failed')} failure={failure} onRetry={() => reader.send({ type: 'offers.retried' })} />
          )}
          {stand && (
            <OfferItems
              offers={stand.offers}
              onChoose={(offer) => act.send({ type: 'act.chosen', offer, ids: [row.id], version: stand.version })}
            />
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => actor.send({ type: 'rowWindow.opened', name: LIFE_WINDOW, id: row.id })}>
            {t('recordLife.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActDialog act={act} resource={resource} about={titleOf(resource, row)} />
    </>
  );
}
