import { assign, fromPromise } from 'xstate';
import { decodeRecord, encodeRecord } from '#api/contract/table/record-codec';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Call } from '#api/client';
import { FailureError, type Failure } from '#domain/base/failure';
import { isInForm, wireNameOf, type AnyRecord, type Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';
import { checkField, checkFields } from '#domain/fields/field-rules';
import type { Issues } from '#domain/base/issue';
import { isOwnSave } from '#domain/table/record-changes';
import { fieldOfKind, type Resource } from '#domain/table/resource';
import { isSameValue } from '#domain/base/same-value';
import { recordFormMachine } from '#machines/table/record-form.machine';
import { firstOf, type SaveAnswer, type SaveInput } from '#machines/table/record-save';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { wholeRow } from './whole-row.ts';

export interface RecordFormPorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
}

/** Loads, checks and saves one record of any resource. Source: wire protocol §4.7; security rules 31, 32. */
export const recordFormLogic = ({ call, resourceOf }: RecordFormPorts): typeof recordFormMachine =>
  recordFormMachine.provide({
    actors: {
      loadRecord: fromPromise(async ({ input: { resource: name, id }, signal }) => {
        const resource = resourceOf(name);
        const { row } = await call(resourceEndpoints(resource).read, { id }, { signal });
        return decodeRecord(resource.fields, row).values;
      }),
      saveRecord: fromPromise(({ input, signal }) => save({ call, resourceOf }, input, signal)),
    },
    actions: {
      checkAll: assign(({ context: { resource, id, loaded, values } }) => {
        const found = checkRecord(resourceOf(resource), values);
        // A picture that nobody has touched is as its server wrote it.
        const isMeant = (key: string) => id === null || !isPicture(resourceOf(resource), key) || !isSameValue(loaded[key], values[key]);
        return { issues: Object.fromEntries(Object.entries(found).filter(([key]) => isMeant(key))) };
      }),
      checkOne: assign(({ context }, { field: key }) => {
        const field = resourceOf(context.resource).fields[key];
        const issue = field && checkField(field, context.values[key]);
        const { [key]: _settled, ...others } = context.issues;
        return { issues: issue ? { ...others, [key]: issue } : others };
      }),
    },
  });

const isPicture = ({ fields }: Resource, key: string): boolean => {
  const field = fields[key];
  return field !== undefined && describedKind(field).isPicture === true;
};

/** The whole record by its fields' rules; those that concern several fields only where each is fine by itself. */
export function checkRecord(resource: Resource, values: AnyRecord): Issues {
  return { ...resource.check?.(values), ...checkFields(resource.fields, values, true) };
}

async function save({ call, resourceOf }: RecordFormPorts, input: SaveInput, signal: AbortSignal): Promise<SaveAnswer> {
  const resource = resourceOf(input.resource);
  const endpoints = resourceEndpoints(resource);
  const row = encodeRecord(resource.fields, inForm(resource.fields, firstOf(input) ?? input.values));
  let sent: Pick<SaveAnswer, 'isOfForm'> = {};
  const whole = () => {
    sent = { isOfForm: true };
    return wholeRow({ call, resourceOf }, resource, { ...input.loaded, ...input.values }, input.id);
  };
  const options = { signal, idempotencyKey: input.idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS, whole };
  try {
    if (input.id === null) {
      const added = await call(endpoints.add, row, options);
      return { outcome: 'saved', id: added?.id ?? null, ...sent };
    }
    const life = input.step && { life: { event: input.step.event, ...(input.step.comment !== '' && { comment: input.step.comment }) } };
    await call(endpoints.save, { ...row, id: input.id, isForm: true, ...loadedVersion(resource, input.loaded), ...life }, options);
    return { outcome: 'saved', id: input.id };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const answer = answerIn(error.failure, resource.fields);
    if (answer === null) throw error;
    if (answer.outcome !== 'conflict' || !isOvertakenByOneself(resource, input, answer.current)) return { ...answer, ...sent };
    // Nobody else was here: the same save again, over what is there now.
    const again = { ...input, loaded: answer.current, unanswered: [], idempotencyKey: `${input.idempotencyKey}:own` };
    return save({ call, resourceOf }, again, signal);
  }
}

function isOvertakenByOneself(resource: Resource, { loaded, unanswered }: SaveInput, current: AnyRecord): boolean {
  const fields = Object.keys(inForm(resource.fields, current));
  return unanswered.some((sent) => isOwnSave(fields, loaded, sent, current));
}

const inForm = (fields: Fields, values: AnyRecord): AnyRecord =>
  Object.fromEntries(Object.entries(values).filter(([key]) => fields[key] !== undefined && isInForm(fields[key])));

/** The version that was loaded: the server refuses a save over a newer one. */
export function loadedVersion(resource: Resource, record: AnyRecord): { readonly version?: number } {
  const key = fieldOfKind(resource, 'version');
  const version = key === undefined ? undefined : record[key];
  return typeof version === 'number' ? { version } : {};
}

/** @returns null for a failure that is no answer to the write */
function answerIn(failure: Failure, fields: Fields): SaveAnswer | null {
  if (failure.kind !== 'rejected' || failure.isPassing || failure.target) return null;
  if (failure.current) return { outcome: 'conflict', current: decodeRecord(fields, failure.current).values };
  const texts = failure.fields ?? {};
  const byKey = Object.keys(fields).map((key) => [key, texts[wireNameOf(key, fields[key])]] as const);
  return {
    outcome: 'refused',
    failure,
    texts: Object.fromEntries(byKey.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  };
}
