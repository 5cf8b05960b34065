import { Button, Checkbox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { wayOutOf, type RestoreObstacle } from '#domain/changes/restore-obstacle';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectAnswers, selectMayRestore, selectObstacles, selectRestoreFailure, type RestoreRef } from '#machines/changes/restore.machine';
import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import { changedSectionLabel, recordTitle } from '#ui/kit/changes/change-words.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { mayBeDone } from '#ui/kit/feedback/may-be-done.ts';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import { FIELD_INPUTS, isFormKind } from '#ui/kit/fields/registry.ts';

interface ReviewProps {
  readonly actor: RestoreRef;
}

/** What is in the way of records that are to come back, and the ways out. */
export function RestoreReview({ actor }: ReviewProps) {
  const obstacles = useSelector(actor, selectObstacles);
  const failure = useSelector(actor, selectRestoreFailure);
  const isBusy = useSelector(actor, selectIsBusy);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const mayRestore = useSelector(actor, selectMayRestore);
  const ways = new Set(obstacles.map(wayOutOf));
  const submit = () => actor.send({ type: hasFailed ? 'restore.retried' : 'restore.confirmed' });
  return (
    <form
      className={classes.review}
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isBusy && (
        <output className={classes.waiting}>
          <Spinner /> {t('changes.bin.restoring')}
        </output>
      )}
      {failure && <FailureLine text={t(mayBeDone(failure) ? 'changes.unconfirmed' : 'changes.bin.failed')} failure={failure} />}
      {obstacles.length > 0 && (
        <>
          <output className={classes.note}>{t('changes.bin.inTheWay', { count: new Set(obstacles.map(({ id }) => id)).size })}</output>
          <ul className={classes.obstacles}>
            {[...Map.groupBy(obstacles, ({ id }) => id)].map(([id, ofOne]) => (
              <li key={id}>
                <Entry actor={actor} id={id} obstacles={ofOne} isBusy={isBusy} />
              </li>
            ))}
          </ul>
          {ways.has('parents') && <Consent actor={actor} about="parents" isBusy={isBusy} />}
          {ways.has('columns') && <Consent actor={actor} about="columns" isBusy={isBusy} />}
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" disabled={isBusy} onClick={() => actor.send({ type: 'restore.cancelled' })}>
          {t('changes.bin.cancel')}
        </Button>
        <Button
          type="submit"
          loading={isBusy}
          disabled={!hasFailed && !mayRestore}
          loaderProps={{ 'aria-label': t('changes.bin.restoring') }}
        >
          {t(hasFailed ? 'common.action.retry' : 'changes.bin.restore')}
        </Button>
      </div>
    </form>
  );
}

/** One record with everything that is in its way. */
function Entry({
  actor,
  id,
  obstacles,
  isBusy,
}: ReviewProps & { readonly id: number; readonly obstacles: readonly RestoreObstacle[]; readonly isBusy: boolean }) {
  const isLeft = useSelector(actor, (snapshot) => selectAnswers(snapshot).leftOut.includes(id));
  const [first] = obstacles;
  if (!first) return null;
  return (
    <>
      <p className={classes.obstacleTitle}>
        <strong>{recordTitle(first.title, first.recordId)}</strong>{' '}
        {first.resource && <span className={classes.soft}>{changedSectionLabel(first.resource)}</span>}
      </p>
      {obstacles.map((obstacle) => (
        <div key={`${obstacle.reason}:${obstacle.fields.join()}`}>
          <p className={classes.problem}>{obstacle.message}</p>
          {!isLeft && wayOutOf(obstacle) === 'value' && <Values actor={actor} obstacle={obstacle} isBusy={isBusy} />}
        </div>
      ))}
      <Checkbox
        mt={12}
        label={t('changes.bin.leave')}
        checked={isLeft}
        disabled={isBusy}
        onChange={() => actor.send({ type: 'entry.leftOut', id })}
      />
    </>
  );
}

/** The fields whose values others have by now, to be given anew. */
function Values({ actor, obstacle, isBusy }: ReviewProps & { readonly obstacle: RestoreObstacle; readonly isBusy: boolean }) {
  const given = useSelector(actor, (snapshot) => selectAnswers(snapshot).values[obstacle.id]);
  const resource = findResource(obstacle.resource ?? '');
  const record = { ...obstacle.record, ...given };
  return (
    <div className={classes.values}>
      <p className={classes.note}>{t('changes.bin.newValue')}</p>
      {obstacle.fields.map((key) => {
        const field = resource?.fields[key];
        if (!resource || !field || !isFormKind(field.kind)) return null;
        const Input = FIELD_INPUTS[field.kind];
        return (
          <Input
            key={key}
            of={{ resource, key, field }}
            value={record[key]}
            record={record}
            error={undefined}
            readOnly={isBusy}
            onChange={(value) => actor.send({ type: 'clash.valueGiven', id: obstacle.id, field: key, value })}
            onLeave={() => {}}
          />
        );
      })}
    </div>
  );
}

function Consent({ actor, about, isBusy }: ReviewProps & { readonly about: 'parents' | 'columns'; readonly isBusy: boolean }) {
  const { withParents, withoutColumns } = useSelector(actor, selectAnswers);
  return about === 'parents' ? (
    <Checkbox
      label={t('changes.bin.withParents')}
      checked={withParents}
      disabled={isBusy}
      onChange={(event) => actor.send({ type: 'parent.included', isIncluded: event.currentTarget.checked })}
    />
  ) : (
    <Checkbox
      label={t('changes.bin.withoutColumns')}
      checked={withoutColumns}
      disabled={isBusy}
      onChange={(event) => actor.send({ type: 'columns.dropped', isDropped: event.currentTarget.checked })}
    />
  );
}
