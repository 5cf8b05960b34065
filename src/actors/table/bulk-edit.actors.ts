import { assign, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { encodeRecord } from '#api/contract/table/record-codec';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Issues } from '#domain/base/issue';
import { wireNameOf } from '#domain/fields/field';
import { checkFields } from '#domain/fields/field-rules';
import type { Resource } from '#domain/table/resource';
import { hundredthsOf, NO_REHEARSAL, type PercentRehearsal } from '#domain/table/percent';
import { bulkEditMachine, wishOf, type BulkWish } from '#machines/table/bulk-edit.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';

export interface BulkEditPorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
}

/** A wish as the server takes it. */
export const sentWish = ({ fields }: Resource, { ids, values, percents }: BulkWish) => ({
  ids: [...ids],
  values: encodeRecord(fields, values),
  ...(Object.keys(percents).length > 0 && {
    percents: Object.fromEntries(Object.entries(percents).map(([key, percent]) => [wireNameOf(key, fields[key]), percent.trim()])),
  }),
});

/** What a change by percent would do to these records; nothing is written. */
export async function rehearsalOf({ call, resourceOf }: BulkEditPorts, wish: BulkWish, signal: AbortSignal): Promise<PercentRehearsal> {
  const resource = resourceOf(wish.resource);
  const options = { signal, quiet: true, timeoutMs: ANSWERED_WITHIN_MS };
  const { rehearsal = NO_REHEARSAL } = await call(
    resourceWriteEndpoints(resource).saveMany,
    { ...sentWish(resource, wish), isDryRun: true },
    options,
  );
  return rehearsal;
}

/** Why a wish cannot be sent, by field key. */
const issuesOf = ({ fields }: Resource, { values, percents }: BulkWish): Issues => ({
  ...checkFields(fields, values, false),
  ...Object.fromEntries(
    Object.entries(percents).flatMap(([key, percent]) => (hundredthsOf(percent) === null ? [[key, { key: 'tables.percent.wrong' }]] : [])),
  ),
});

/** What is wrong with what was chosen, by the rules of the fields. */
export const checked = ({ resourceOf }: Pick<BulkEditPorts, 'resourceOf'>, wish: BulkWish) => ({
  issues: issuesOf(resourceOf(wish.resource), wishOf(wish)),
});

/** Gives the same values to many records by one call. */
export const bulkEditLogic = ({ call, resourceOf }: BulkEditPorts): typeof bulkEditMachine =>
  bulkEditMachine.provide({
    actors: {
      rehearse: fromPromise(({ input, signal }) => rehearsalOf({ call, resourceOf }, input, signal)),
      saveMany: fromPromise(async ({ input: { idempotencyKey, ...wish }, signal }) => {
        const resource = resourceOf(wish.resource);
        await call(resourceWriteEndpoints(resource).saveMany, sentWish(resource, wish), {
          signal,
          idempotencyKey,
          timeoutMs: ANSWERED_WITHIN_MS,
        });
      }),
    },
    actions: {
      check: assign(({ context }) => checked({ resourceOf }, context)),
    },
  });
