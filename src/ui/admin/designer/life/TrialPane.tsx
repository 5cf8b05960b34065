import { Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconRotate } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { LifeEvent } from '#domain/life/life';
import {
  conditionsAsked,
  selectDoubted,
  selectTrialState,
  selectSteps,
  waysOn,
  type LifeTrialRef,
  type TriedWay,
} from '#machines/designer/life-trial.machine';
import { wayText } from '#machines/designer/life-chart';
import { waysFrom } from '#domain/life/life';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { titleIn } from '../base/section-title.ts';
import { Tip } from '../properties/Property.tsx';
import properties from '../properties/properties.module.css';
import { useLifeDrawing, useStateTitle } from './base/life-context.ts';
import { lifeConditionText, effectText } from './base/life-words.ts';
import classes from './base/life.module.css';

/** An imagined record on its way through the life: where it is, what comes next, and which way it came. */
export function TrialPane() {
  const { trial, life } = useLifeDrawing();
  const title = useStateTitle();
  const place = useSelector(trial, selectTrialState) ?? '';
  return (
    <aside className={properties.pane} aria-label={t('designer.life.trial.title')} data-life-pane>
      <div className={properties.paneHead}>
        <h2 className={properties.paneTitle}>{t('designer.life.trial.title')}</h2>
      </div>
      <div className={properties.groups}>
        <output className={classes.place}>
          <span className={classes.placeLabel}>{t('designer.life.trial.place')}</span>
          <span className={classes.stateTitle}>{title(place)}</span>
          {life.chart.initial === place && <span className={classes.sign}>{t('designer.life.sign.initial')}</span>}
          {life.chart.states[place]?.type === 'final' && <span className={classes.sign}>{t('designer.life.sign.final')}</span>}
        </output>
        <Ways trial={trial} />
        <Suppositions trial={trial} />
        <Path trial={trial} />
      </div>
    </aside>
  );
}

interface TrialProps {
  readonly trial: LifeTrialRef;
}

function Ways({ trial }: TrialProps) {
  const ways = waysOn(useSelector(trial, (snapshot) => snapshot));
  return (
    <section className={properties.group} aria-label={t('designer.life.trial.next')}>
      <h3 className={classes.trialTitle}>{t('designer.life.trial.next')}</h3>
      {ways.length === 0 && <p className={properties.note}>{t('designer.life.trial.over')}</p>}
      {ways.map((way) => (
        <WayButton key={`${way.by} ${way.name}`} way={way} />
      ))}
    </section>
  );
}

/** Where the way leads: where it would lead if everything held, while something does not. */
function useWayText() {
  const { trial, life, fields } = useLifeDrawing();
  const title = useStateTitle();
  return ({ by, name, outcome }: TriedWay): string => {
    const from = selectTrialState(trial.getSnapshot()) ?? '';
    const to = 'step' in outcome ? outcome.step.to : (waysFrom(life, from, by, name)[0]?.target ?? from);
    const way = wayText({ life, fields }, pageLanguage(), { by, name });
    return to === from ? t('designer.life.trial.stays', { way }) : t('designer.life.trial.go', { way, state: title(to) });
  };
}

function WayButton({ way }: { readonly way: TriedWay }) {
  const { trial } = useLifeDrawing();
  const textOf = useWayText();
  const said = useConditionText();
  const { by, name, outcome } = way;
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        fullWidth
        justify="start"
        disabled={'unmet' in outcome}
        classNames={{ label: classes.wayLabel }}
        onClick={() => trial.send({ type: 'way.gone', by, name })}
      >
        {textOf(way)}
      </Button>
      <p className={classes.wayNote}>{by === 'after' ? t('designer.life.trial.time') : <EventNote event={name} />}</p>
      {'unmet' in outcome && (
        <p className={classes.finding}>{t('designer.life.trial.unmet', { conditions: outcome.unmet.map(said).join(' · ') })}</p>
      )}
    </div>
  );
}

/** Who sends it, and what comes with it. */
function EventNote({ event: name }: { readonly event: string }) {
  const { life, fields } = useLifeDrawing();
  const event: LifeEvent = (Object.hasOwn(life.events, name) ? life.events[name] : undefined) ?? { right: 'edit' };
  const { asks = {}, second } = event;
  const { comment, fields: keys = [] } = asks;
  return [
    t(`designer.life.trial.by.${event.right}`),
    ...(comment ? [t(`designer.life.trial.comment.${comment}`)] : []),
    ...(keys.length > 0
      ? [t('designer.life.trial.fields', { fields: keys.map((key) => titleIn(fields[key]?.label, key)).join(', ') })]
      : []),
    ...(second ? [t('designer.life.trial.second')] : []),
  ].join(' · ');
}

/** A condition by its name, as a sentence. */
function useConditionText(): (name: string) => string {
  const drawing = useLifeDrawing();
  return (name) => lifeConditionText({ name }, drawing);
}

/** Whether conditions hold depends on a record; here on whoever tries the life. */
function Suppositions({ trial }: TrialProps) {
  const doubted = useSelector(trial, selectDoubted);
  const names = conditionsAsked(useSelector(trial, (snapshot) => snapshot));
  const said = useConditionText();
  if (names.length === 0) return null;
  return (
    <fieldset className={properties.group}>
      <legend>
        {t('designer.life.trial.suppose')} <Tip text={t('designer.life.trial.supposeTip')} />
      </legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          size="sm"
          label={said(name)}
          checked={!doubted.includes(name)}
          onChange={(event) => trial.send({ type: 'condition.supposed', name, holds: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}

/** The steps that were gone, with what each did beside. */
function Path({ trial }: TrialProps) {
  const drawing = useLifeDrawing();
  const { life, fields } = drawing;
  const title = useStateTitle();
  const steps = useSelector(trial, selectSteps);
  return (
    <section className={properties.group} aria-label={t('designer.life.trial.path')}>
      <h3 className={classes.trialTitle}>{t('designer.life.trial.path')}</h3>
      {steps.length === 0 ? (
        <p className={properties.note}>{t('designer.life.trial.none')}</p>
      ) : (
        <ol className={classes.path}>
          {steps.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a step is known by its place
            <li key={index}>
              {wayText({ life, fields }, pageLanguage(), step)} → {title(step.to)}
              {step.effects.map((effect) => (
                <span key={effect} className={classes.wayNote}>
                  {life.effects[effect] ? effectText(life.effects[effect], drawing) : effect}
                </span>
              ))}
            </li>
          ))}
        </ol>
      )}
      {steps.length > 0 && (
        <div className={classes.tools}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => trial.send({ type: 'step.takenBack' })}
          >
            {t('designer.life.trial.back')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconRotate size={14} aria-hidden />}
            onClick={() => trial.send({ type: 'trial.restarted' })}
          >
            {t('designer.life.trial.again')}
          </Button>
        </div>
      )}
    </section>
  );
}
