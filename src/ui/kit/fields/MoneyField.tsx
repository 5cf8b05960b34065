import { TextInput } from '@mantine/core';
import { centsFromText, textFromCents } from '#domain/base/money';
import { plainNumber } from '#domain/base/plain-number';
import { useCurrencySign } from '../use-currency-sign.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { numberValue, useTypedNumber, type NumberValue } from './base/use-typed-number.ts';

const SIGN_EDGES_PX = 20;
const SIGN_LETTER_PX = 9;
const DECIMALS = 2;

const centsFrom = (typed: string): NumberValue =>
  typed.trim() === '' ? null : (centsFromText(plainNumber(typed, DECIMALS) ?? '') ?? typed);

/**
 * An amount with at most two decimals; the value is whole cents. Both decimals stand there as in lists, and thousands are not parted: a
 * comma in the box is always somebody's own.
 */
export function MoneyField(props: FieldInputProps) {
  const attributes = inputAttributes(props);
  const typing = useTypedNumber({
    id: attributes.id,
    value: numberValue(props.value),
    shown: textFromCents,
    read: centsFrom,
    onChange: props.onChange,
  });
  const sign = useCurrencySign();
  return (
    <TextInput
      {...attributes}
      {...typing}
      {...(sign !== '' && { leftSection: sign, leftSectionWidth: SIGN_EDGES_PX + SIGN_LETTER_PX * sign.length })}
      inputMode="decimal"
      onBlur={() => {
        typing.onBlur();
        attributes.onBlur();
      }}
    />
  );
}
