import { useSelector } from '@xstate/react';
import { t } from '../../base/i18n.ts';
import { ActorDetails } from './ActorDetails.tsx';
import { ActorTree } from './ActorTree.tsx';
import { ChartPane } from './ChartPane.tsx';
import { chosenIn, FLOW_PARTS } from './flows-store.ts';
import classes from './LiveChartsView.module.css';
import { PartTabs } from '../chart/PartTabs.tsx';
import { actorOf, useFlows, type Flows } from './use-flows.ts';

/** The tree of running actors, the chosen one's chart, and what it holds; side by side, or one at a time where there is no room. */
export function LiveChartsView({ chosen }: { readonly chosen?: string | undefined }) {
  const flows = useFlows(chosen);
  const part = useSelector(flows.store, ({ context }) => context.part);
  return (
    <div className={classes.frame}>
      <div className={classes.view} data-part={part}>
        <PartTabs
          label={t('flows.parts.label')}
          parts={FLOW_PARTS.map((key) => ({ key, label: t(`flows.parts.${key}`) }))}
          part={part}
          onChoose={(chosen) => flows.store.trigger.partChosen({ part: chosen })}
        />
        <section className={classes.actors} aria-label={t('flows.parts.actors')}>
          <RunningActors flows={flows} />
        </section>
        <ChosenActor flows={flows} />
      </div>
    </div>
  );
}

function RunningActors({ flows: { watch, store } }: { readonly flows: Flows }) {
  const { actors, latest } = useSelector(watch, ({ context }) => context);
  return <ActorTree actors={actors} latest={latest} store={store} />;
}

function ChosenActor({ flows }: { readonly flows: Flows }) {
  const { actors, latest } = useSelector(flows.watch, ({ context }) => context);
  const key = useSelector(flows.store, ({ context }) => chosenIn(context, latest));
  const actor = actorOf(actors, key);
  return (
    <>
      <section className={classes.chart} aria-label={t('flows.parts.chart')}>
        {actor ? (
          <ChartPane key={actor.key} store={flows.store} actor={actor} snapshot={actor.snapshot} />
        ) : (
          <p className={classes.note}>{t('flows.chart.choose')}</p>
        )}
      </section>
      <section className={classes.details} aria-label={t('flows.parts.details')}>
        {actor && <ActorDetails key={actor.key} actor={actor} />}
      </section>
    </>
  );
}
