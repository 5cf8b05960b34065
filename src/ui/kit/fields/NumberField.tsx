import { describedKind } from '#domain/fields/kinds/registry';
import { NumberInput } from '@mantine/core';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { onNumberPaste } from './base/number-paste.ts';

/** A number or nothing. Signs and decimals can be typed only where the kind has them; limits are the rules' to say. */
export function NumberField(props: FieldInputProps) {
  const { field } = props.of;
  const isDecimal = describedKind(field).hasDecimals === true;
  return (
    <NumberInput
      {...inputAttributes(props)}
      value={typeof props.value === 'number' ? props.value : ''}
      allowDecimal={isDecimal}
      allowNegative={!('min' in field && field.min !== undefined && field.min >= 0)}
      clampBehavior="none"
      hideControls
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      allowedDecimalSeparators={['.']}
      onPaste={onNumberPaste((plain) => (isDecimal || !plain.includes('.') ? Number(plain) : null), props.onChange)}
      onChange={(value) => props.onChange(numberFrom(value))}
    />
  );
}

/** While a number is being typed the input may say `-` or `1.`; that is no number yet. */
function numberFrom(value: number | string): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? null : number;
}
