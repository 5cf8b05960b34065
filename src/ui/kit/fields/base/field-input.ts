import type { ReactNode } from 'react';
import type { AnyRecord, Field } from '#domain/fields/field';
import type { Issue } from '#domain/base/issue';
import type { Resource } from '#domain/table/resource';

/** Which field an input is for. */
export interface FieldRef {
  readonly resource: Resource;
  readonly key: string;
  readonly field: Field;
  /** Of a record that is not stored yet. */
  readonly isNew?: boolean;
  /** Where the input stands, so that a search box and a form's input are told apart; a form if left out. */
  readonly scope?: 'search' | `search${number}`;
}

/** What every input is told and says. The value is the one inside the application: cents, seconds, booleans, lists. */
export interface FieldInputProps {
  readonly of: FieldRef;
  readonly value: unknown;
  /** The stored record with its joined records; empty for a new one. */
  readonly record: AnyRecord;
  /** What is wrong with the value, in words. */
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: unknown) => void;
  /** The value of this very moment, for what is added when an upload ends; `value` as it was first drawn if left out, which no field that takes files may do. */
  readonly currentValue?: () => unknown;
  /** Something of the field is under way, so that nothing can be saved yet; null when that is over. */
  readonly onHold?: (issue: Issue | null) => void;
  /** The person has left the input; the time to check it. */
  readonly onLeave: () => void;
}

export type FieldInput = (props: FieldInputProps) => ReactNode;
