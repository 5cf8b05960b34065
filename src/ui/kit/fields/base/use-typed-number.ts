import { useSelector } from '@xstate/react';
import { selectTypedNumber, typedNumberLogic } from '#machines/fields/typed-number.logic';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';

interface NumberBox {
  readonly id: string;
  readonly value: number | null;
  /** What is shown of a value. */
  readonly shown?: (value: number) => number | string;
  /** The value of what was typed; undefined where nothing is to be said of it yet. */
  readonly read: (typed: string | number) => number | null | undefined;
  readonly onChange: (value: number | null) => void;
}

/**
 * What a `NumberInput` is given. The library takes a value that has changed for what shall stand in the box: a `-` that is told as no
 * number would come back as an empty box, and the digits behind it as another number. So what is typed stays until the box is left.
 */
export function useTypedNumber({ id, value, shown = same, read, onChange }: NumberBox) {
  const typing = useLeafActor(typedNumberLogic, { id: `typedNumber:${id}` });
  const typed = useSelector(typing, selectTypedNumber);
  return {
    value: typed?.value === value ? typed.shown : value === null ? '' : shown(value),
    onChange: (now: string | number) => {
      const next = read(now);
      typing.send({ type: 'number.typed', shown: now, value: next === undefined ? value : next });
      if (next !== undefined) onChange(next);
    },
    onBlur: () => typing.send({ type: 'number.left' }),
  };
}

const same = (value: number): number => value;

/** While a number is being typed the input may say `-` or `1.`; the first is no number yet. */
export function numberFrom(typed: number | string): number | null {
  const number = Number(typed);
  // Nobody means a zero below zero.
  return typed === '' || !Number.isFinite(number) ? null : number + 0;
}
