import '../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { isActTyped } from '#actors/life/act-typed';
import { wireNameOf } from '#domain/fields/field';
import type { RecordLife } from '#domain/life/record-life';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectHasActed, selectIsTyped } from '#machines/life/life-act.machine';
import { selectLife, selectLifeFailure, selectRequestIsSettling } from '#machines/life/record-life.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { leaving } from '../../kit/dialogs/leaving.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import type { RowWindowProps } from '../../kit/table/base/table-extras.ts';
import { titleOf } from '../../kit/table/base/table-shape.ts';
import { useWindowActor } from '../../kit/table/base/use-window-actor.ts';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import classes from './life.module.css';
import { RecordLifeChart } from './RecordLifeChart.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PathWalked } from './PathWalked.tsx';
import { WhatWaits } from './WhatWaits.tsx';

/** Whether the record is in another state than its row shows: somebody has approved a step here, or somebody else was at work meanwhile. */
function isElsewhere(life: RecordLife | null, row: ListRow, { lifeField, fields }: Resource): boolean {
  if (life === null) return false;
  const shown = lifeField === undefined ? undefined : row[wireNameOf(lifeField, fields[lifeField])];
  const isOtherState = shown !== undefined && shown !== life.state;
  return isOtherState || (row.openRequest === undefined) !== (life.request === null);
}

/** Where a record stands, what may be done next, and how it came there. */
export function LifeWindow({ row, actor, resource }: RowWindowProps) {
  const { name } = resource;
  const { recordLife, lifeAct } = useBundle('life');
  // What was typed is still there when another page was looked at.
  const record = useWindowActor(actor, recordLife, { id: `recordLife:${name}:${row.id}`, input: { resource: name, id: row.id } });
  const act = useWindowActor(actor, lifeAct, {
    id: `lifeAct:${name}:${row.id}`,
    input: { resource: name, owner: record, key: newKey() },
    isUnsaved: isActTyped,
  });
  const life = useSelector(record, selectLife);
  const failure = useSelector(record, selectLifeFailure);
  const isBusy = useSelector(record, selectIsBusy);
  const hasActed = useSelector(act, selectHasActed);
  const isSending = useSelector(act, selectIsBusy);
  const isTyped = useSelector(act, selectIsTyped);
  const isSettling = useSelector(record, selectRequestIsSettling);
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      title={t('recordLife.title', { title: titleOf(resource, row) })}
      size={760}
      fullScreen={isPhone}
      {...leaving({
        isHeld: isSending || isSettling,
        isTyped,
        closeLabel: t('resources.kit.form.close'),
        onClose: () => actor.send({ type: hasActed || isElsewhere(life, row, resource) ? 'rowWindow.finished' : 'rowWindow.closed' }),
      })}
    >
      <section className={classes.life} aria-busy={isBusy}>
        {!life && isBusy && (
          <output className={classes.waiting}>
            <Spinner /> {t('recordLife.loading')}
          </output>
        )}
        {failure && <FailureLine text={t('recordLife.failed')} failure={failure} onRetry={() => record.send({ type: 'life.retried' })} />}
        {life && (
          <>
            {/* What may be done next is known once the request is settled. */}
            <fieldset className={classes.whole} disabled={isSettling}>
              <NextSteps life={life} id={row.id} act={act} resource={resource} />
            </fieldset>
            <WhatWaits life={life} record={record} place={{ resource: name, id: row.id }} actor={actor} />
            <Suspense fallback={<Spinner />}>
              <RecordLifeChart record={record} life={life} />
            </Suspense>
            <PathWalked record={record} life={life} />
          </>
        )}
      </section>
    </Modal>
  );
}
