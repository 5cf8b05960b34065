import { changedElsewhere } from '#domain/table/changed-elsewhere';
import type { AnyRecord } from '#domain/fields/field';
import { conflictingFields, type Side } from '#domain/table/record-changes';
import type { RecordFormSnapshot } from './record-form.machine.ts';

/** Compare by content: the list is made anew each time. */
export const selectTheirChanges = ({ context: { loaded, values, current } }: RecordFormSnapshot): readonly string[] =>
  current ? changedElsewhere(loaded, values, current) : [];
/** What the step is called that goes with the save; null where none does. */
export const selectStepLabel = ({ context }: RecordFormSnapshot): string | null => context.step?.label ?? null;
/** Two versions are shown to choose from, also behind the question whether to leave. */
export const selectIsCompared = ({ context }: RecordFormSnapshot): boolean => context.current !== null;
/** Compare by content: the list is made anew each time. */
export const selectRecordConflicts = ({ context: { loaded, values, current } }: RecordFormSnapshot): readonly string[] =>
  current ? conflictingFields(loaded, values, current) : [];
export const selectCurrent = ({ context }: RecordFormSnapshot): AnyRecord | null => context.current;
export const selectSide =
  (field: string) =>
  ({ context }: RecordFormSnapshot): Side =>
    context.sides[field] ?? 'mine';
