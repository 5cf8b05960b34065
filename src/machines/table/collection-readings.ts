import { failureOf } from '#domain/base/failure';
import { neighbourOf } from '#domain/table/row';
import type { CollectionContext, CollectionPage } from './collection-vocabulary.ts';
import type { RecordFormOutput } from './record-form.machine.ts';

/** What a collection's transitions hand to its actions and guards, read from the event that takes them. */
export type Page = { readonly page: CollectionPage };
type Step = { readonly id: number; readonly step: -1 | 1 };

export const pageOf = ({ event }: { readonly event: { readonly output: CollectionPage } }): Page => ({ page: event.output });

export const outputOf = ({ event }: { readonly event: { readonly output: RecordFormOutput } }) => ({ output: event.output });

export const failureIn = ({ event }: { readonly event: { readonly error: unknown } }) => ({ failure: failureOf(event.error) });

/** Where one step leads; nowhere at the end of the list. */
export const stepOf = ({ context: { rows }, event: { id, step } }: { readonly context: CollectionContext; readonly event: Step }) => ({
  id,
  targetId: neighbourOf(rows ?? [], id, step)?.id,
});
