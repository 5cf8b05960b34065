import { useSelector } from '@xstate/react';
import type { ChangeEvent, ClipboardEvent } from 'react';
import { plainNumber } from '#domain/base/plain-number';
import { selectTypedNumber, typedNumberLogic } from '#machines/fields/typed-number.logic';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';

/** A number, none, or what was typed where it is no number: it stays, and is refused as it stands. */
export type NumberValue = number | string | null;

/** More than any number has that is taken. */
const MOST_CHARACTERS = 60;

interface NumberBox {
  readonly id: string;
  readonly value: NumberValue;
  /** What is shown of a number. */
  readonly shown?: (value: number) => string;
  /** The value of what was typed. */
  readonly read: (typed: string) => NumberValue;
  readonly onChange: (value: NumberValue) => void;
}

/**
 * What the box of a number is given: an input of text, in which nothing moves and nothing is left out while it is typed in, so that no
 * other number comes of it. What is shown with the focus is what was shown before, or the browser's selection would be lost.
 */
export function useTypedNumber({ id, value, shown = String, read, onChange }: NumberBox) {
  const typing = useLeafActor(typedNumberLogic, { id: `typedNumber:${id}` });
  const typed = useSelector(typing, selectTypedNumber);
  return {
    value: typed?.value === value ? typed.shown : typeof value === 'number' ? shown(value) : (value ?? ''),
    maxLength: MOST_CHARACTERS,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value: now } }: ChangeEvent<HTMLInputElement>) => {
      const next = read(now);
      typing.send({ type: 'number.typed', shown: now, value: next });
      onChange(next);
    },
    /** Digits are pasted where the caret stands. Anything else replaces the number, as one or as what is refused. */
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text').trim().slice(0, MOST_CHARACTERS);
      if (/^\d*$/u.test(pasted)) return;
      event.preventDefault();
      onChange(read(pasted));
    },
    onBlur: () => typing.send({ type: 'number.left' }),
  };
}

/** What is typed into a number's box, by the rule for all of them. */
export function numberFrom(typed: string, decimals?: number): NumberValue {
  if (typed.trim() === '') return null;
  const plain = plainNumber(typed, decimals);
  // Nobody means a zero below zero.
  return plain === null ? typed : Number(plain) + 0;
}

/** The same of a field's value, which may be of any kind. */
export const numberValue = (value: unknown): NumberValue => (typeof value === 'number' || typeof value === 'string' ? value : null);
