import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { groupedCount } from '#domain/base/grouped-digits';
import { findResource } from '#actors/base/resource-book';
import { CHANGE_KINDS } from '#domain/changes/change';
import { recordHref } from '#domain/shell/palette';
import { pagePathOf } from '#domain/table/resource';
import { needsColumnsDropped, needsDependents, type ChangePlan, type PlanDependent, type ShownRefusal } from '#domain/changes/change-plan';
import type { UndoPlanRef } from '#machines/changes/undo-plan.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { timeText } from '../cells/time-text.ts';
import classes from './changes.module.css';
import { changedSectionLabel, recordTitle, whoText } from './change-words.ts';
import { Differences } from './Differences.tsx';
import { KindBadge } from './KindBadge.tsx';

interface PlanReviewProps {
  readonly actor: UndoPlanRef;
  readonly plan: ChangePlan;
}

const BIN = '/admin/security/dataRecycleLog';

/** A plan in words: what would happen to which records, what would have to go along, and what is in the way. */
export function PlanReview({ actor, plan }: PlanReviewProps) {
  const { steps, counts, leftOut } = plan;
  const total = counts.created + counts.changed + counts.deleted;
  const hidden = total - steps.length;
  if (steps.length === 0 && plan.refused.length === 0) return <p className={classes.hint}>{t('changes.plan.nothing')}</p>;
  return (
    <>
      <InTheWay actor={actor} plan={plan} />
      <Dependents actor={actor} plan={plan} />
      {steps.length > 0 && (
        <section aria-label={t('changes.plan.steps')}>
          <p className={classes.sum}>
            {CHANGE_KINDS.flatMap((kind) =>
              counts[kind] > 0 ? [t(`changes.plan.counts.${kind}`, { count: groupedCount(counts[kind]) })] : [],
            ).join(' · ')}
          </p>
          <p className={classes.hint}>{t('changes.plan.intro')}</p>
          <ul className={classes.steps}>
            {steps.map((step) => (
              <li key={`${step.resource}:${step.recordId}`}>
                <details open={steps.length === 1}>
                  <summary>
                    <KindBadge kind={step.kind}>{t(`changes.plan.step.${step.kind}`)}</KindBadge>{' '}
                    <strong>{recordTitle(step.title, step.recordId)}</strong>{' '}
                    <span className={classes.origin}>{changedSectionLabel(step.resource)}</span>
                  </summary>
                  <Differences resource={findResource(step.resource)} difference={step} />
                </details>
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className={classes.hint}>{t('changes.plan.more', { count: hidden })}</p>}
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <h3 className={classes.subtitle}>{t('changes.plan.leftOut')}</h3>
          <ul className={classes.lines}>
            {leftOut.map(({ resource, count }) => (
              <li key={resource}>{t('changes.plan.leftOutLine', { resource: changedSectionLabel(resource), count })}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Asks for another plan. The button that does it is about to go: the keyboard stays in the window. */
const goingOn =
  (actor: UndoPlanRef) =>
  (type: 'plan.dependentsIncluded' | 'plan.columnsDropped') =>
  ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    currentTarget.closest<HTMLElement>('[data-plan]')?.focus();
    actor.send({ type });
  };

function Dependents({ actor, plan }: PlanReviewProps) {
  const goOn = goingOn(actor);
  const isIncluded = useSelector(
    actor,
    ({ context: { request } }) => request !== null && 'sets' in request && request.withDependents === true,
  );
  // Once they go along they are steps of the plan like all others.
  if (plan.dependents.length === 0) return isIncluded ? <p className={classes.hint}>{t('changes.plan.dependentsIncluded')}</p> : null;
  return (
    <section className={classes.concern} data-tone="warning">
      <h3 className={classes.subtitle}>{t('changes.plan.dependents')}</h3>
      <ul className={classes.lines}>
        {plan.dependents.map((one) => (
          <li key={`${one.set?.id}:${one.resource}:${one.recordId}:${one.why}`}>{dependentText(one)}</li>
        ))}
      </ul>
      {!isIncluded && needsDependents(plan) && (
        <Button variant="default" size="compact-sm" onClick={goOn('plan.dependentsIncluded')}>
          {t('changes.plan.includeDependents')}
        </Button>
      )}
    </section>
  );
}

function dependentText({ set, why, recordId }: PlanDependent): string {
  const reason = t(`changes.plan.why.${why}`, { title: recordTitle(set?.title ?? null, recordId) });
  return set ? `${timeText(set.at)} · ${whoText(set)} · ${reason}` : `${t('changes.plan.hidden')} · ${reason}`;
}

/** Where what is in the way can be dealt with. */
function WayOut({ refusal }: { readonly refusal: Pick<ShownRefusal, 'reason' | 'resource' | 'recordId' | 'title' | 'entry'> }) {
  const { reason, resource: name, recordId, title, entry } = refusal;
  const resource = findResource(name ?? '');
  if (entry !== null)
    return <AppLink to={`${BIN}?id=${entry}`}>{t(reason === 'taken' ? 'changes.plan.binValue' : 'changes.plan.bin')}</AppLink>;
  if (reason !== 'taken' || !resource || recordId === null) return null;
  return (
    <AppLink to={recordHref(resource, `/admin/${pagePathOf(resource)}`, { id: recordId, title: recordTitle(title, recordId) })}>
      {t('changes.plan.record')}
    </AppLink>
  );
}

function InTheWay({ actor, plan }: PlanReviewProps) {
  const goOn = goingOn(actor);
  // That later writes have to go along is said with them.
  const refused = plan.refused.filter(({ reason }) => reason !== 'dependents');
  if (refused.length === 0) return null;
  return (
    <section className={classes.concern} data-tone="danger" role="alert">
      <h3 className={classes.subtitle}>{t('changes.plan.refused')}</h3>
      <ul className={classes.lines}>
        {refused.map(({ reason, resource, recordId, title, message, entry }) => (
          <li key={`${reason}:${resource}:${recordId}:${message}`}>
            {(title || recordId !== null) && <strong>{recordTitle(title, recordId)} </strong>}
            {message} <WayOut refusal={{ reason, resource, recordId, title, entry }} />
          </li>
        ))}
      </ul>
      {needsColumnsDropped(plan) && (
        <Button variant="default" size="compact-sm" onClick={goOn('plan.columnsDropped')}>
          {t('changes.plan.dropColumns')}
        </Button>
      )}
    </section>
  );
}
