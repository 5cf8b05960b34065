import type { RefusedStep } from '#api/contract/changes/change';
import { encodeRecord } from '#api/contract/table/record-codec';
import { FailureError } from '#domain/base/failure';
import type { PLAN_REFUSALS } from '#domain/changes/change';
import { isInForm } from '#domain/fields/field';
import type { Writer } from '../../base/caller.ts';
import { conflict, FieldsRefused, type Refusal } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { fieldWords } from '../../resources/base/field-titles.ts';
import { recordFromStore, type StoredRow } from '../../resources/base/row-codec.ts';

export type Reason = (typeof PLAN_REFUSALS)[number];

/** What stands in the way of one entry, in the reader's language. */
export type RefusedEntry = RefusedStep & { readonly id: number };

interface About {
  readonly id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly title: string;
}

interface Found {
  readonly reason: Reason;
  readonly fields?: readonly string[];
  readonly entry?: number | null;
  readonly context?: ResourceContext | undefined;
  /** The record as it would be, where other values help. */
  readonly image?: StoredRow;
  readonly text?: string;
  /** Key of a sentence that says it better here than that of the reason. */
  readonly says?: string;
}

/** The sentence of a reason; the database does not always say which value of a record another one has. */
export const sentenceOf = (reason: Reason, fields: readonly string[]) =>
  reason === 'taken' && fields.length === 0 ? 'takenSomewhere' : reason;

export function refusedEntry(
  messages: ServerPorts['messages'],
  caller: Writer,
  { id, resource, record_id: recordId, title }: About,
  { reason, fields = [], entry = null, context, image, text, says }: Found,
): RefusedEntry {
  const { language } = caller.client;
  const labelOf = (name: string): string => fieldWords(context?.resource, name, { messages, language });
  // What no form writes cannot be given another value.
  const isOpen = fields.every((name) => {
    const field = context?.columns.find(name)?.field;
    return field !== undefined && isInForm(field);
  });
  const key = reason === 'taken' && !isOpen ? 'takenForGood' : sentenceOf(reason, fields);
  const params = { title: title || `#${recordId}`, fields: fields.map(labelOf).join(', ') };
  return {
    id,
    reason,
    message: text ?? messages.text(language, says ?? `refusals.changes.${key}`, params),
    resource,
    recordId,
    title,
    fields: [...fields],
    entry,
    row: context && image && isOpen ? encodeRecord(context.resource.fields, recordFromStore(context.columns.readable, image)) : null,
  };
}

/** What a write of a section was refused for. */
export function reasonOf(messages: ServerPorts['messages'], caller: Writer, refusal: Refusal): Pick<Found, 'reason' | 'fields' | 'text'> {
  const { language } = caller.client;
  if (refusal instanceof FieldsRefused) {
    const fields = Object.keys(refusal.issues);
    const [issue] = Object.values(refusal.issues);
    if (issue?.key === 'validation.taken' || issue?.key === 'refusals.takenContact') return { reason: 'taken', fields };
    if (issue?.key === 'validation.missingRecord') return { reason: 'relationGone', fields };
    return { reason: 'refusedByRule', fields, text: issue ? messages.text(language, issue.key, issue.params) : '' };
  }
  const { failure } = refusal;
  if (failure.kind !== 'rejected') return { reason: 'refusedByRule' };
  if (failure.message === 'errors.duplicate') return { reason: 'taken' };
  return { reason: 'refusedByRule', text: messages.text(language, failure.message, failure.params) };
}

/** Nothing was done; why not stands beside the message, where this product's own client looks for it. */
export function refuseAll(refused: readonly RefusedEntry[]): never {
  const { failure } = conflict({ refused });
  const [first] = refused;
  if (failure.kind !== 'rejected') throw new FailureError(failure);
  throw new FailureError({ ...failure, message: 'refusals.safety.refused', params: { message: first?.message ?? '' } });
}
