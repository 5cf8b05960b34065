import { TextInput } from '@mantine/core';
import { describedKind } from '#domain/fields/kinds/registry';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { numberFrom, numberValue, useTypedNumber } from './base/use-typed-number.ts';

/** A number or nothing. What it may be is the rules' to say. */
export function NumberField(props: FieldInputProps) {
  const isDecimal = describedKind(props.of.field).hasDecimals === true;
  const attributes = inputAttributes(props);
  const typing = useTypedNumber({
    id: attributes.id,
    value: numberValue(props.value),
    read: (typed) => numberFrom(typed, isDecimal ? undefined : 0),
    onChange: props.onChange,
  });
  return (
    <TextInput
      {...attributes}
      {...typing}
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      onBlur={() => {
        typing.onBlur();
        attributes.onBlur();
      }}
    />
  );
}
