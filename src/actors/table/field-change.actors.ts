import { fromPromise } from 'xstate';
import { decodeRecord, encodeRecord } from '#api/contract/table/record-codec';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import { fieldOfKind, type Resource } from '#domain/table/resource';
import { fieldChangeMachine } from '#machines/table/field-change.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { loadedVersion } from './record-form.actors.ts';
import { wholeRow } from './whole-row.ts';

export interface FieldChangePorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
  /** A new idempotency key. */
  readonly newKey: () => string;
}

/** Posts one value of a record, with the version that was read. Source: wire protocol §4.7; security rules 31, 32. */
export const fieldChangeLogic = ({ call, resourceOf, newKey }: FieldChangePorts): typeof fieldChangeMachine =>
  fieldChangeMachine.provide({
    actors: {
      saveField: fromPromise(async ({ input: { resource: name, change, row }, signal }) => {
        const resource = resourceOf(name);
        const changed = encodeRecord(resource.fields, { [change.field]: change.value });
        const endpoints = resourceEndpoints(resource);
        const input = { ...changed, id: change.id, ...loadedVersion(resource, row) };
        /** What a list tells of a record may be words for people, such as the titles of rules: the record itself is read. */
        const whole = async () => {
          const stored = await call(endpoints.read, { id: change.id }, { signal });
          const values = decodeRecord(resource.fields, stored.row).values;
          return wholeRow({ call, resourceOf }, resource, { ...values, [change.field]: change.value }, change.id);
        };
        try {
          const options = { signal, idempotencyKey: newKey(), timeoutMs: ANSWERED_WITHIN_MS, whole };
          const saved = await call(endpoints.save, input, options);
          return { outcome: 'saved', values: versionIn(resource, saved?.version) };
        } catch (error) {
          if (!(error instanceof FailureError) || error.failure.kind !== 'rejected' || !error.failure.current) throw error;
          const { values } = decodeRecord(resource.fields, error.failure.current);
          return { outcome: 'overtaken', values, failure: error.failure };
        }
      }),
    },
  });

function versionIn(resource: Resource, version: number | undefined): Readonly<Record<string, number>> {
  const key = fieldOfKind(resource, 'version');
  return key === undefined || version === undefined ? {} : { [key]: version };
}
