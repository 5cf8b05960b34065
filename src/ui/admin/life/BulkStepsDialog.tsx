import '../../kit/form-styles.ts';
import { Button, Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isActTyped } from '#actors/life/act-typed';
import { sharedOffers, type SharedOffer } from '#domain/life/record-life';
import { findRow, type ListRow } from '#domain/table/row';
import type { Resource } from '#domain/table/resource';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectAct, selectHasActed, selectIsTyped, selectLifeActIsAsking, type LifeActRef } from '#machines/life/life-act.machine';
import { selectOffersFailure, selectStands } from '#machines/life/life-offers.machine';
import { selectRows } from '#machines/table/collection.selectors';
import type { RowWindowRef } from '#machines/table/row-window.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { leaving } from '../../kit/dialogs/leaving.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import type { ListProps } from '../../kit/table/base/table-extras.ts';
import { titleOf } from '../../kit/table/base/table-shape.ts';
import { useWindowActor } from '../../kit/table/base/use-window-actor.ts';
import classes from './life.module.css';
import { Question, StepRefusal } from './Question.tsx';

interface BulkStepsDialogProps extends ListProps {
  readonly ids: readonly number[];
  readonly actor: RowWindowRef;
}

/** Each event with how many of the chosen records take it, the others with their reasons. What is pressed is done to all of those, or to none. */
export function BulkStepsDialog({ ids, actor, collection, resource }: BulkStepsDialogProps) {
  const { name } = resource;
  const { lifeOffers, lifeAct } = useBundle('life');
  const reader = useLeafActor(lifeOffers, { id: `lifeOffers:${name}`, input: { resource: name, ids } });
  const act = useWindowActor(actor, lifeAct, {
    id: `lifeAct:${name}`,
    input: { resource: name, owner: actor, key: newKey() },
    isUnsaved: isActTyped,
  });
  const stands = useSelector(reader, selectStands);
  const failure = useSelector(reader, selectOffersFailure);
  const isAsking = useSelector(act, selectLifeActIsAsking);
  const isSending = useSelector(act, selectIsBusy);
  const isTyped = useSelector(act, selectIsTyped);
  const hasActed = useSelector(act, selectHasActed);
  const chosen = useSelector(act, selectAct);
  const rows = useSelector(collection, selectRows);
  // What is asked is asked of those that it was chosen for, whatever is selected by now.
  const count =
    useSelector(act, (snapshot) => (selectLifeActIsAsking(snapshot) ? snapshot.context.chosen?.ids.length : undefined)) ?? ids.length;
  const shared = stands ? sharedOffers(stands) : [];
  return (
    <Modal
      opened
      title={t('recordLife.bulkTitle', { count })}
      size={560}
      {...leaving({
        isHeld: isSending,
        isTyped,
        closeLabel: t('resources.kit.form.close'),
        onClose: () => actor.send({ type: hasActed ? 'rowWindow.finished' : 'rowWindow.closed' }),
      })}
    >
      <div className={classes.life}>
        {!stands && !failure && (
          <output className={classes.waiting}>
            <Spinner /> {t('recordLife.loading')}
          </output>
        )}
        {failure && <FailureLine text={t('recordLife.failed')} failure={failure} onRetry={() => reader.send({ type: 'offers.retried' })} />}
        {stands && shared.length === 0 && <p className={classes.soft}>{t('recordLife.noneOfMany')}</p>}
        {!isAsking && (
          <ul className={classes.shared}>
            {shared.map((one) => (
              <Shared key={one.offer.event} shared={one} count={ids.length} act={act} rows={rows} resource={resource} />
            ))}
          </ul>
        )}
        {isAsking && chosen && <Question act={act} offer={chosen} resource={resource} />}
        <StepRefusal act={act} />
      </div>
    </Modal>
  );
}

interface SharedProps {
  readonly shared: SharedOffer;
  readonly count: number;
  readonly act: LifeActRef;
  readonly rows: readonly ListRow[];
  readonly resource: Resource;
}

/** So few stand there at once. */
const SHOWN_AT_ONCE = 3;
/** More of them are only counted. */
const TOLD_REFUSALS = 20;

function Shared({ shared: { offer, open, refused }, count, act, rows, resource }: SharedProps) {
  const isBusy = useSelector(act, selectIsBusy);
  const chosen = useSelector(act, selectAct);
  const nameOf = (id: number): string => {
    const row = findRow(rows, id);
    return row ? titleOf(resource, row) : `#${id}`;
  };
  return (
    <li className={classes.sharedOffer}>
      <Button
        variant={open.length > 0 ? 'light' : 'default'}
        loading={isBusy && chosen?.event === offer.event}
        disabled={open.length === 0 || isBusy}
        onClick={() => act.send({ type: 'act.chosen', offer, ids: open, version: null })}
      >
        {t('recordLife.someOf', { event: offer.label, open: open.length, count })}
      </Button>
      {refused.length > 0 && (
        <details className={classes.refusals} open={refused.length <= SHOWN_AT_ONCE}>
          <summary>{t('recordLife.notThese', { count: refused.length })}</summary>
          <ul>
            {refused.slice(0, TOLD_REFUSALS).map(({ id, reasons }) => (
              <li key={id}>
                <strong>{nameOf(id)}</strong> {reasons.length > 0 ? reasons.join(' ') : t('recordLife.notFromState')}
              </li>
            ))}
            {refused.length > TOLD_REFUSALS && <li>{t('recordLife.andMore', { count: refused.length - TOLD_REFUSALS })}</li>}
          </ul>
        </details>
      )}
    </li>
  );
}
