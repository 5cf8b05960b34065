import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import { t } from '../app/i18n.ts';
import { ActorDetails } from './ActorDetails.tsx';
import { ActorTree } from './ActorTree.tsx';
import { ChartPane } from './ChartPane.tsx';
import { FLOW_PARTS, type FlowPart } from './flows-store.ts';
import classes from './FlowsView.module.css';
import { actorOf, useFlows, type Flows } from './use-flows.ts';

/** The tree of running actors, the chosen one's chart, and what it holds; side by side, or one at a time where there is no room. */
export function FlowsView() {
  const flows = useFlows();
  const part = useSelector(flows.store, ({ context }) => context.part);
  return (
    <div className={classes.frame}>
      <div className={classes.view} data-part={part}>
        <PartTabs flows={flows} />
        <section className={classes.actors} aria-label={t('flows.parts.actors')}>
          <ActorTree flows={flows} />
        </section>
        <ChosenActor flows={flows} />
      </div>
    </div>
  );
}

function ChosenActor({ flows }: { readonly flows: Flows }) {
  const { actors, latest } = useSelector(flows.watch, ({ context }) => context);
  const key = useSelector(flows.store, ({ context }) => flows.chosenIn(context, latest));
  const actor = actorOf(actors, key);
  return (
    <>
      <section className={classes.chart} aria-label={t('flows.parts.chart')}>
        {actor ? <ChartPane key={actor.key} flows={flows} actor={actor} /> : <p className={classes.note}>{t('flows.chart.choose')}</p>}
      </section>
      <section className={classes.details} aria-label={t('flows.parts.details')}>
        {actor && <ActorDetails key={actor.key} actor={actor} />}
      </section>
    </>
  );
}

/** Which part is shown where there is room for one only. */
function PartTabs({ flows: { store } }: { readonly flows: Flows }) {
  const part = useSelector(store, ({ context }) => context.part);
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = FLOW_PARTS[(FLOW_PARTS.indexOf(part) + by + FLOW_PARTS.length) % FLOW_PARTS.length] as FlowPart;
    store.trigger.partChosen({ part: next });
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-part="${next}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t('flows.parts.label')} className={classes.tabs}>
      {FLOW_PARTS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          data-part={one}
          aria-selected={one === part}
          tabIndex={one === part ? 0 : -1}
          onClick={() => store.trigger.partChosen({ part: one })}
          onKeyDown={step}
        >
          {t(`flows.parts.${one}`)}
        </button>
      ))}
    </div>
  );
}
