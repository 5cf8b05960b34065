import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import { selectMayForce, selectRollBackFailure, selectRollBackObstacles, type RollBackRef } from '#machines/changes/roll-back.machine';
import { selectRows, type CollectionRef } from '#machines/table/collection.selectors';
import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { newKey } from '#ui/base/new-key.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { recordTitle } from '#ui/kit/changes/change-words.ts';
import { HeldModal } from '#ui/kit/dialogs/HeldModal.tsx';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { mayBeDone } from '#ui/kit/feedback/may-be-done.ts';
import { sensitiveEntryOf } from './sensitive-entry.ts';

interface RollBackDialogProps {
  readonly window: ActorRefFrom<typeof entriesWindowLogic>;
  readonly collection: CollectionRef;
}

/** Gives watched fields the values they had. Each opening begins anew. */
export function RollBackDialog(props: RollBackDialogProps) {
  const isOpen = useSelector(props.window, (snapshot) => snapshot.context.isOpen);
  return <LazyDialog isOpen={isOpen}>{isOpen && <RollingBack {...props} />}</LazyDialog>;
}

function RollingBack({ window, collection }: RollBackDialogProps) {
  const { rollBack } = useBundle('changes');
  const { ids, resources } = useSelector(window, (snapshot) => snapshot.context.shown);
  const actor = useLeafActor(rollBack, { id: 'rollBack', input: { ids, resources, key: newKey(), list: collection, dialog: window } });
  return (
    <HeldModal
      actor={actor}
      leave={{ type: 'rollBack.cancelled' }}
      title={t('changes.sensitive.title', { count: ids.length })}
      widthPx={480}
    >
      <RollBackReview actor={actor} collection={collection} />
    </HeldModal>
  );
}

interface RollBackReviewProps {
  readonly actor: RollBackRef;
  readonly collection: CollectionRef;
}

function RollBackReview({ actor, collection }: RollBackReviewProps) {
  const ids = useSelector(actor, ({ context }) => context.ids);
  const rows = useSelector(collection, selectRows);
  const entries = rows.filter(({ id }) => ids.includes(id)).map(sensitiveEntryOf);
  const obstacles = useSelector(actor, selectRollBackObstacles);
  const failure = useSelector(actor, selectRollBackFailure);
  const mayForce = useSelector(actor, selectMayForce);
  const isBusy = useSelector(actor, selectIsBusy);
  const canStart = useSelector(actor, (snapshot) => snapshot.can({ type: 'rollBack.confirmed' }));
  return (
    <div className={classes.review} aria-busy={isBusy}>
      <p className={classes.note}>{t('changes.sensitive.ask')}</p>
      <ul className={classes.returns}>
        {entries.map(({ id, title, recordId, field, before, after }) => (
          <li key={id}>
            <strong>{field}</strong> {recordTitle(title, recordId)}
            {after !== undefined && (
              <span className={classes.value}>
                <span data-side="before" className={classes.value}>
                  {after || t('changes.empty')}
                </span>{' '}
                <IconArrowRight size={14} aria-hidden /> {before || t('changes.empty')}
              </span>
            )}
          </li>
        ))}
      </ul>
      {obstacles.length > 0 && (
        <div role="alert">
          <p className={classes.problem}>{t('changes.sensitive.refused')}</p>
          <ul>
            {obstacles.map(({ id, title, recordId, message }) => (
              <li key={id}>
                <strong>{recordTitle(title, recordId)}</strong> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure && <FailureLine text={t(mayBeDone(failure) ? 'changes.unconfirmed' : 'changes.sensitive.failed')} failure={failure} />}
      <div className={classes.actions}>
        <Button variant="default" disabled={isBusy} data-autofocus onClick={() => actor.send({ type: 'rollBack.cancelled' })}>
          {t('changes.sensitive.cancel')}
        </Button>
        {mayForce && (
          <Button color="red" onClick={() => actor.send({ type: 'rollBack.forced' })}>
            {t('changes.sensitive.force')}
          </Button>
        )}
        {(canStart || isBusy) && (
          <Button
            loading={isBusy}
            loaderProps={{ 'aria-label': t('changes.sensitive.working') }}
            onClick={() => actor.send({ type: 'rollBack.confirmed' })}
          >
            {t('changes.sensitive.rollBack')}
          </Button>
        )}
      </div>
    </div>
  );
}
