import type { SearchOperator } from '#domain/table/resource-query';
import type { FieldRef } from '../fields/base/field-input.ts';

/** What every input of the search panel is told. */
export interface SearchInputProps {
  readonly of: FieldRef;
  readonly operator: SearchOperator;
  /** Of the box in the panel's form. */
  readonly name: string;
  /** The condition in force, in wire form; '' for none. */
  readonly value: string;
}
