import { useSelector } from '@xstate/react';
import type { RecordLife, ToldStep } from '#domain/life/record-life';
import { selectChosenStep, type RecordLifeRef } from '#machines/life/record-life.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText } from '../../kit/cells/time-text.ts';
import classes from './life.module.css';

interface PathWalkedProps {
  readonly record: RecordLifeRef;
  readonly life: RecordLife;
}

/** The steps that led here, the newest first: what, who, when and why. A press shows where the record stood then. */
export function PathWalked({ record, life }: PathWalkedProps) {
  const chosen = useSelector(record, selectChosenStep);
  const labelOf = (state: string | null): string => life.chart.states.find(({ name }) => name === state)?.label ?? state ?? '';
  return (
    <div>
      <h3 className={classes.heading}>{t('recordLife.path')}</h3>
      <ol className={classes.path}>
        {life.steps.map((step) => (
          <li key={step.id} className={classes.step} data-chosen={step.id === chosen || undefined}>
            <button
              type="button"
              className={classes.stepButton}
              aria-pressed={step.id === chosen}
              disabled={step.to === null}
              title={step.to === null ? undefined : t('recordLife.showStep', { state: labelOf(step.to) })}
              onClick={() => record.send({ type: 'step.chosen', id: step.id })}
            >
              <strong>{whatOf(step)}</strong>
              {step.to !== null && (
                <span className={classes.soft}>
                  {step.from !== null && step.from !== step.to && `${labelOf(step.from)} → `}
                  {labelOf(step.to)}
                </span>
              )}
              <span className={classes.soft}>
                {step.by || t('recordLife.byServer')}
                {step.second !== '' && ` + ${step.second}`} · <time dateTime={timeAttribute(step.at)}>{timeText(step.at)}</time>
              </span>
            </button>
            {step.comment !== '' && <q className={classes.comment}>{step.comment}</q>}
          </li>
        ))}
      </ol>
    </div>
  );
}

function whatOf({ kind, label }: ToldStep): string {
  if (kind === 'event') return label;
  return kind === 'undone' && label !== '' ? t('recordLife.undoneEvent', { event: label }) : t(`recordLife.kind.${kind}`);
}
