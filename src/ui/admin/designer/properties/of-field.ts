import type { Field } from '#domain/fields/field';

/** What each group of properties is told of its field. */
export interface OfFieldProps {
  readonly fieldKey: string;
  readonly field: Field;
  readonly set: (name: string, value: unknown) => void;
}
