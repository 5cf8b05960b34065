import { useLayoutEffect, useMemo } from 'react';
import { watchFlows, type FlowActor, type FlowWatch } from '#actors/observe/flow-watch';
import { useApp } from '../../base/app-context.ts';
import { createFlowsStore, type FlowsStore } from './flows-store.ts';

/** What the parts of the live charts share: what runs, and what was chosen. */
export interface Flows {
  readonly watch: FlowWatch['store'];
  readonly store: FlowsStore;
}

/** The charts' own widgets, which are not shown in them. */
export const FLOW_WIDGETS = ['flowChart', 'inspector'];

/** Looks at every running actor as long as the component stands. @param chosen whose chart is shown at first */
export function useFlows(chosen?: string): Flows {
  const { journal } = useApp();
  const { watch, store } = useMemo(
    () => ({
      watch: watchFlows(journal, { onFrame: (run) => void requestAnimationFrame(run), isOwn: (id) => FLOW_WIDGETS.includes(id) }),
      store: createFlowsStore({ chosen }),
    }),
    [journal, chosen],
  );
  useLayoutEffect(() => watch.start(), [watch]);
  return { watch: watch.store, store };
}

/** The actor that is shown; undefined once it has ended. */
export const actorOf = (actors: readonly FlowActor[], key: string): FlowActor | undefined => actors.find((actor) => actor.key === key);
