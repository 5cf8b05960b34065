import { changedElsewhere } from '#domain/table/changed-elsewhere';
import type { RecordFormSnapshot } from './record-form.machine.ts';

/** Compare by content: the list is made anew each time. */
export const selectTheirChanges = ({ context: { loaded, values, current } }: RecordFormSnapshot): readonly string[] =>
  current ? changedElsewhere(loaded, values, current) : [];
/** What the step is called that goes with the save; null where none does. */
export const selectStepLabel = ({ context }: RecordFormSnapshot): string | null => context.step?.label ?? null;
