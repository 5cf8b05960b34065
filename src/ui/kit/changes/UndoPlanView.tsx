import { Alert, Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { isApplicable } from '#domain/changes/change-plan';
import {
  selectIsPlanRenewed,
  selectMayApply,
  selectPlan,
  selectPlanFailure,
  selectUndoPlanHasFailed,
  selectUndoPlanIsApplying,
  selectUndoPlanIsPlanning,
  type UndoPlanRef,
  type UndoPlanSnapshot,
} from '#machines/changes/undo-plan.machine';
import { t } from '../../base/i18n.ts';
import { FailureLine } from '../feedback/FailureLine.tsx';
import { mayBeDone } from '../feedback/may-be-done.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './changes.module.css';
import { MomentForm } from './MomentForm.tsx';
import { PlanReview } from './PlanReview.tsx';

interface UndoPlanProps {
  readonly actor: UndoPlanRef;
  readonly kind: 'undo' | 'rewind' | 'restore';
}

const isRewind = ({ context }: UndoPlanSnapshot): boolean => context.place !== undefined;

/** A plan from the question what it would be to the last word on it. */
export function UndoPlanView({ actor, kind }: UndoPlanProps) {
  const isPlanning = useSelector(actor, selectUndoPlanIsPlanning);
  const isApplying = useSelector(actor, selectUndoPlanIsApplying);
  const hasFailed = useSelector(actor, selectUndoPlanHasFailed);
  const plan = useSelector(actor, selectPlan);
  const failure = useSelector(actor, selectPlanFailure);
  const isRenewed = useSelector(actor, selectIsPlanRenewed);
  const mayApply = useSelector(actor, selectMayApply);
  const hasMoment = useSelector(actor, isRewind);
  const cancel = () => actor.send({ type: 'plan.cancelled' });
  const isReviewed = plan !== null && !isPlanning && !hasFailed;
  return (
    <div className={classes.plan} tabIndex={-1} data-plan aria-busy={isPlanning || isApplying}>
      {hasMoment && <MomentForm actor={actor} isBusy={isPlanning || isApplying} />}
      {isPlanning && (
        <output className={classes.waiting}>
          <Spinner /> {t('changes.plan.planning')}
        </output>
      )}
      {isRenewed && (
        <Alert color="orange" p="xs" role="alert">
          {t('changes.plan.renewed')}
        </Alert>
      )}
      {isReviewed && <PlanReview actor={actor} plan={plan} />}
      {failure && (
        <FailureLine
          text={t(hasFailed ? 'changes.plan.failed' : mayBeDone(failure) ? 'changes.unconfirmed' : 'changes.plan.unapplied')}
          failure={failure}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={isApplying} onClick={cancel} data-autofocus={hasMoment ? undefined : true}>
          {t('changes.plan.cancel')}
        </Button>
        {hasFailed && <Button onClick={() => actor.send({ type: 'plan.retried' })}>{t('common.action.retry')}</Button>}
        {isReviewed && isApplicable(plan) && (
          <Button
            loading={isApplying}
            loaderProps={{ 'aria-label': t('changes.plan.applying') }}
            disabled={!mayApply && !isApplying}
            onClick={() => actor.send({ type: 'plan.confirmed' })}
          >
            {t(`changes.plan.${kind}`)}
          </Button>
        )}
      </div>
    </div>
  );
}
