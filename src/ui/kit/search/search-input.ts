import type { FieldRef } from '../fields/base/field-input.ts';

/** What every input of the search panel is told. */
export interface SearchInputProps {
  readonly of: FieldRef;
  /** The condition in force, in wire form; '' for none. */
  readonly value: string;
}
