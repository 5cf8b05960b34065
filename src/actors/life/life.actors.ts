import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import type { Resource } from '#domain/table/resource';
import { lifeActMachine } from '#machines/life/life-act.machine';
import { recordLifeMachine } from '#machines/life/record-life.machine';

export interface LifePorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
  /** A new idempotency key. */
  readonly newKey: () => string;
}

/** Reads where a record stands. */
export const recordLifeLogic = ({ call, resourceOf }: LifePorts): typeof recordLifeMachine =>
  recordLifeMachine.provide({
    actors: {
      loadLife: fromPromise(({ input: { resource, id }, signal }) =>
        call(lifeEndpoint(resourceOf(resource)), { id }, { signal, duplicates: 'allowed' }),
      ),
    },
  });

/** Sends an event to a record. */
export const lifeActLogic = ({ call, resourceOf, newKey }: LifePorts): typeof lifeActMachine =>
  lifeActMachine.provide({
    actors: {
      sendEvent: fromPromise(async ({ input: { resource, id, event, version, comment }, signal }) => {
        // Which right it asks for is for the server to know.
        const endpoint = eventEndpoint(resourceOf(resource), event, { right: 'own' });
        const said = comment.trim();
        const wish = { ids: [id], ...(version !== null && { version }), ...(said !== '' && { comment: said }) };
        await call(endpoint, wish, { signal, idempotencyKey: newKey() });
      }),
    },
  });
