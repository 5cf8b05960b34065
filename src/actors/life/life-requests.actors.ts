import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { approveRequest, declineRequest, listRequests, withdrawRequest } from '#api/contract/changes/life-requests';
import { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { findResource } from '../base/resource-book.ts';

export interface LifeRequestsPorts {
  readonly call: Call;
}

/** Reads requests for a second person, and settles them. */
export const lifeRequestsLogic = ({ call }: LifeRequestsPorts): typeof lifeRequestsMachine =>
  lifeRequestsMachine.provide({
    actors: {
      loadRequests: fromPromise(async ({ input: { which, record }, signal }) => {
        const of = record && { resource: record.resource, recordId: record.id };
        // Comes with the first requests: pages that know of the bundle list the files that it needs.
        const { decodeDifferences } = await import('../changes/decode-journal.ts');
        const { requests } = await call(listRequests, { which, ...of }, { signal, duplicates: 'allowed', quietErrors: true });
        return requests.map(({ values, changed, ...request }) => {
          const resource = findResource(request.resource);
          return { ...request, values: decodeDifferences(resource, values), changed: decodeDifferences(resource, changed) };
        });
      }),
      settle: fromPromise(async ({ input: { id, how, version, comment, idempotencyKey }, signal }) => {
        const said = comment.trim();
        const wish = { id, ...(said !== '' && { comment: said }) };
        const options = { signal, idempotencyKey, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS };
        if (how === 'approve') await call(approveRequest, { ...wish, ...(version !== null && { version }) }, options);
        else await call(how === 'decline' ? declineRequest : withdrawRequest, wish, options);
      }),
    },
  });
