import { NumberInput } from '@mantine/core';
import { centsFromText } from '#domain/base/money';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { onNumberPaste } from './base/number-paste.ts';

const CENTS_PER_UNIT = 100;

/** An amount with at most two decimals; the value is whole cents. */
export function MoneyField(props: FieldInputProps) {
  const { field } = props.of;
  return (
    <NumberInput
      {...inputAttributes(props)}
      value={typeof props.value === 'number' ? props.value / CENTS_PER_UNIT : ''}
      decimalScale={2}
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      allowNegative={!('min' in field && field.min !== undefined && field.min >= 0)}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      autoComplete="off"
      onPaste={onNumberPaste(centsFromText, props.onChange)}
      onChange={(value) => props.onChange(centsFromText(String(value).replace(/\.$/u, '')))}
    />
  );
}
