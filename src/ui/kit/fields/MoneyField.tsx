import { NumberInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { centsFromText, textFromCents } from '#domain/base/money';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { useCurrencySign } from '../use-currency-sign.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import { onNumberPaste } from './base/number-paste.ts';
import { useTypedNumber } from './base/use-typed-number.ts';

const CENTS_PER_UNIT = 100;
const SIGN_EDGES_PX = 20;
const SIGN_LETTER_PX = 9;

const unitsOf = (cents: number): number => cents / CENTS_PER_UNIT;

/**
 * An amount with at most two decimals; the value is whole cents. Both decimals stand there as in lists, but not while the keyboard is in the
 * box: what is typed would be filled up and moved under the caret.
 */
export function MoneyField(props: FieldInputProps) {
  const { field } = props.of;
  const attributes = inputAttributes(props);
  const keyboard = useLeafActor(disclosureMachine, { id: `amount:${attributes.id}` });
  const hasKeyboard = useSelector(keyboard, selectIsOpen);
  const typing = useTypedNumber({
    id: attributes.id,
    value: typeof props.value === 'number' ? props.value : null,
    shown: hasKeyboard ? unitsOf : textFromCents,
    read: (typed) => centsFromText(String(typed).replace(/\.$/u, '')),
    onChange: props.onChange,
  });
  const sign = useCurrencySign();
  return (
    <NumberInput
      {...attributes}
      {...typing}
      {...(sign !== '' && { leftSection: sign, leftSectionWidth: SIGN_EDGES_PX + SIGN_LETTER_PX * sign.length })}
      decimalScale={2}
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      allowNegative={!('min' in field && field.min !== undefined && field.min >= 0)}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      autoComplete="off"
      onFocus={() => keyboard.send({ type: 'disclosure.opened' })}
      onBlur={() => {
        typing.onBlur();
        keyboard.send({ type: 'disclosure.closed' });
        attributes.onBlur();
      }}
      onPaste={onNumberPaste(centsFromText, props.onChange)}
    />
  );
}
