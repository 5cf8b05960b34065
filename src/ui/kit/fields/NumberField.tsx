import { describedKind } from '#domain/fields/kinds/registry';
import { NumberInput } from '@mantine/core';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { onNumberPaste } from './base/number-paste.ts';
import { numberFrom, useTypedNumber } from './base/use-typed-number.ts';

/** A number or nothing. Signs and decimals can be typed only where the kind has them; limits are the rules' to say. */
export function NumberField(props: FieldInputProps) {
  const { field } = props.of;
  const isDecimal = describedKind(field).hasDecimals === true;
  const attributes = inputAttributes(props);
  const typing = useTypedNumber({
    id: attributes.id,
    value: typeof props.value === 'number' ? props.value : null,
    read: numberFrom,
    onChange: props.onChange,
  });
  return (
    <NumberInput
      {...attributes}
      {...typing}
      allowDecimal={isDecimal}
      allowNegative={!('min' in field && field.min !== undefined && field.min >= 0)}
      clampBehavior="none"
      hideControls
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      allowedDecimalSeparators={['.']}
      onPaste={onNumberPaste((plain) => (isDecimal || !plain.includes('.') ? Number(plain) : null), props.onChange)}
      onBlur={() => {
        typing.onBlur();
        attributes.onBlur();
      }}
    />
  );
}
