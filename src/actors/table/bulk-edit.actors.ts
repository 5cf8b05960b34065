import { assign, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { encodeRecord } from '#api/contract/table/record-codec';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { checkFields } from '#domain/fields/field-rules';
import type { Resource } from '#domain/table/resource';
import { bulkEditMachine } from '#machines/table/bulk-edit.machine';

export interface BulkEditPorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
}

/** What the server does not answer within its own bound of 30 seconds is not answered any more: whoever waits may leave then. */
const SAVE_MS = 40_000;

/** Gives the same values to many records by one call. */
export const bulkEditLogic = ({ call, resourceOf }: BulkEditPorts): typeof bulkEditMachine =>
  bulkEditMachine.provide({
    actors: {
      saveMany: fromPromise(async ({ input: { resource: name, ids, values, idempotencyKey }, signal }) => {
        const resource = resourceOf(name);
        const input = { ids: [...ids], values: encodeRecord(resource.fields, values) };
        await call(resourceWriteEndpoints(resource).saveMany, input, { signal, idempotencyKey, timeoutMs: SAVE_MS });
      }),
    },
    actions: {
      check: assign(({ context }) => ({ issues: checkFields(resourceOf(context.resource).fields, context.values, false) })),
    },
  });
