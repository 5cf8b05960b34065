import { TextInput } from '@mantine/core';
import type { HTMLAttributes } from 'react';
import type { FieldKind } from '#domain/fields/kinds/registry';
import { scalarText } from '../cells/scalar-text.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

const KEYBOARDS: Partial<Record<FieldKind, HTMLAttributes<HTMLInputElement>['inputMode']>> = { mobile: 'tel', email: 'email' };

/** One line of text. Limits are said by the rules, not by silent cutting. */
export function TextField(props: FieldInputProps) {
  return (
    <TextInput
      {...inputAttributes(props)}
      value={scalarText(props.value)}
      inputMode={KEYBOARDS[props.of.field.kind]}
      autoComplete="off"
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
