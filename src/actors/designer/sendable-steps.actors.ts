import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listSendable } from '#api/contract/life/life-rehearsal';
import { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';

/** The steps of other sections with their effects bound; whoever shows them says what is refused. */
export const sendableStepsLogic = ({ call }: { readonly call: Call }): typeof sendableStepsMachine =>
  sendableStepsMachine.provide({
    actors: {
      loadSteps: fromPromise(async ({ signal }) => {
        const { sections } = await call(listSendable, {}, { signal, quietErrors: true });
        return sections.map(({ name, events }) => ({ name, steps: events }));
      }),
    },
  });
