import type { AnyRecord } from '#domain/fields/field';
import type { CollectionContext } from './collection.vocabulary.ts';
import type { RecordFormOutput } from './record-form.machine.ts';

/** Which forms follow one another over a collection. */
type Forms = Pick<CollectionContext, 'form'>;

/** What a new record begins with, besides what the declaration says. */
export interface NewRecord {
  readonly key: string;
  readonly values?: AnyRecord | undefined;
}

/** How a form has ended. */
export interface Ended {
  readonly output: RecordFormOutput;
}

/** Another new record follows one that was saved so; of several that are edited in turn, others are left. */
export const hasNext = ({ form, abilities }: Forms & Pick<CollectionContext, 'abilities'>, { output }: Ended): boolean =>
  form?.ids.length === 0
    ? output.outcome === 'saved' && output.again !== undefined && abilities.mayAdd
    : output.outcome !== 'closed' && (form?.ids.length ?? 0) > 1;

export const openedNew = ({ newRecord }: Pick<CollectionContext, 'newRecord'>, { key, values }: NewRecord): Forms => ({
  form: { key, ids: [], of: 1, values: { ...newRecord, ...values } },
});

/** A new record begins as the one before did. */
export const openedNext = ({ form }: Forms, { output }: Ended): Forms => ({
  form: form && { ...form, key: output.again ?? form.key, ids: form.ids.slice(1) },
});
