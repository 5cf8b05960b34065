/** The value of one input that stands by itself, and what is wrong with it once it was left. A leaf; lives with its component. */
import { fromTransition, type SnapshotFrom } from 'xstate';
import type { Field } from '#domain/fields/field';
import { checkField } from '#domain/fields/field-rules';
import type { Issue } from '#domain/base/issue';

export type FieldSampleEvent = { readonly type: 'sample.changed'; readonly value: unknown } | { readonly type: 'sample.left' };

export interface FieldSampleInput {
  readonly field: Field;
  readonly value: unknown;
  /** Whether the value is judged before anybody was there. */
  readonly isChecked: boolean;
}

interface FieldSampleContext {
  readonly field: Field;
  readonly value: unknown;
  readonly issue: Issue | null;
}

export const fieldSampleLogic = fromTransition(
  (context: FieldSampleContext, event: FieldSampleEvent): FieldSampleContext => {
    if (event.type === 'sample.left') return { ...context, issue: checkField(context.field, context.value) };
    // Somebody who is putting it right is told so at once, but not scolded while typing.
    const issue = context.issue && checkField(context.field, event.value);
    return { ...context, value: event.value, issue };
  },
  ({ input: { field, value, isChecked } }: { input: FieldSampleInput }): FieldSampleContext => ({
    field,
    value,
    issue: isChecked ? checkField(field, value) : null,
  }),
);

type FieldSampleSnapshot = SnapshotFrom<typeof fieldSampleLogic>;
export const selectSampleValue = ({ context }: FieldSampleSnapshot): unknown => context.value;
export const selectSampleIssue = ({ context }: FieldSampleSnapshot): Issue | null => context.issue;
