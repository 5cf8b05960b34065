import '../../kit/form-styles.ts';
import { Modal, SegmentedControl } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectIsSettling,
  selectIsWordTyped,
  selectLifeRequestsHasFailed,
  selectMayChooseWhich,
  selectRequests,
  selectRequestsFailure,
  selectWhich,
  type WhichInput,
  type WhichRequests,
} from '#machines/life/life-requests.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { newKey } from '../../base/new-key.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { leaving } from '../../kit/dialogs/leaving.ts';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { Spinner } from '../../kit/feedback/Spinner.tsx';
import classes from './life.module.css';
import { RequestList } from './RequestList.tsx';

const WHICH = ['forMe', 'mine'] as const satisfies readonly WhichRequests[];

interface RequestsDialogProps {
  readonly onClose: () => void;
  /** Those of one record alone, be they open or settled. */
  readonly record?: NonNullable<WhichInput['record']>;
}

/** Requests for a second person: those that wait for whoever looks, and their own. */
export function RequestsDialog({ onClose, record }: RequestsDialogProps) {
  const { lifeRequests } = useBundle('life');
  const requests = useLeafActor(lifeRequests, {
    id: 'lifeRequests',
    input: { which: record ? 'record' : 'forMe', ...(record && { record }), owner: null, key: newKey() },
  });
  const which = useSelector(requests, selectWhich);
  const list = useSelector(requests, selectRequests);
  const failure = useSelector(requests, (snapshot) => (selectLifeRequestsHasFailed(snapshot) ? selectRequestsFailure(snapshot) : null));
  const isBusy = useSelector(requests, selectIsBusy);
  const isSettling = useSelector(requests, selectIsSettling);
  const isTyped = useSelector(requests, selectIsWordTyped);
  const mayChooseWhich = useSelector(requests, selectMayChooseWhich);
  return (
    <Modal
      opened
      title={t('recordLife.requests.title')}
      size={640}
      {...leaving({ isHeld: isSettling, isTyped, closeLabel: t('resources.kit.form.close'), onClose })}
    >
      <section className={classes.life} aria-busy={isBusy}>
        {!record && (
          <SegmentedControl
            size="xs"
            aria-label={t('recordLife.requests.title')}
            data={WHICH.map((value) => ({ value, label: t(`recordLife.requests.${value}`) }))}
            value={which}
            disabled={!mayChooseWhich}
            onChange={(value) => requests.send({ type: 'which.chosen', which: value })}
          />
        )}
        {failure && (
          <FailureLine
            text={t('recordLife.requests.failed')}
            failure={failure}
            onRetry={() => requests.send({ type: 'requests.retried' })}
          />
        )}
        {!list && isBusy && (
          <output className={classes.waiting}>
            <Spinner /> {t('recordLife.loading')}
          </output>
        )}
        {list?.length === 0 && <p className={classes.soft}>{t(`recordLife.requests.no.${which}`)}</p>}
        {list && list.length > 0 && <RequestList requests={requests} list={list} />}
      </section>
    </Modal>
  );
}
