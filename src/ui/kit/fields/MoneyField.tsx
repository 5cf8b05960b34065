import { NumberInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { centsFromText } from '#domain/base/money';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { useCurrencySign } from '../use-currency-sign.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { onNumberPaste } from './base/number-paste.ts';

const CENTS_PER_UNIT = 100;
const SIGN_EDGES_PX = 20;
const SIGN_LETTER_PX = 9;

/**
 * An amount with at most two decimals; the value is whole cents. Both decimals stand there as in lists, but not while the keyboard is in the
 * box: what is typed would be filled up and moved under the caret.
 */
export function MoneyField(props: FieldInputProps) {
  const { field } = props.of;
  const attributes = inputAttributes(props);
  const typing = useLeafActor(disclosureMachine, { id: `amount:${attributes.id}` });
  const isTyping = useSelector(typing, selectIsOpen);
  const sign = useCurrencySign();
  return (
    <NumberInput
      {...attributes}
      value={typeof props.value === 'number' ? props.value / CENTS_PER_UNIT : ''}
      {...(sign !== '' && { leftSection: sign, leftSectionWidth: SIGN_EDGES_PX + SIGN_LETTER_PX * sign.length })}
      decimalScale={2}
      fixedDecimalScale={!isTyping}
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      allowNegative={!('min' in field && field.min !== undefined && field.min >= 0)}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      autoComplete="off"
      onFocus={() => typing.send({ type: 'disclosure.opened' })}
      onBlur={() => {
        typing.send({ type: 'disclosure.closed' });
        attributes.onBlur?.();
      }}
      onPaste={onNumberPaste(centsFromText, props.onChange)}
      onChange={(value) => props.onChange(centsFromText(String(value).replace(/\.$/u, '')))}
    />
  );
}
