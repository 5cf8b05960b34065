import { TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { Field } from '#domain/fields/field';
import type { Storage } from '#domain/fields/kinds/base/kind';
import { wrongForm } from '#domain/fields/field-rules';
import { describedKind } from '#domain/fields/kinds/registry';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { text } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { numberFrom } from '../fields/base/use-typed-number.ts';
import { decimalsOf } from './search-conditions.ts';
import type { TimeBoxProps } from './TimeBoxes.tsx';

// The calendar is heavy; it comes when the panel is opened.
const MomentBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.MomentBox })));
const DayBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.DayBox })));
const ClockBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.ClockBox })));

const TIME_BOXES: Partial<Record<Storage, typeof MomentBox>> = { seconds: MomentBox, date: DayBox, timeOfDay: ClockBox };

/** Whether a kind is searched with a box of its own instead of a line of text. */
export const hasSearchBox = (field: Field): boolean => {
  const { storage } = describedKind(field);
  return storage in TIME_BOXES || decimalsOf(field) !== null;
};

/** One value of a search, sent with the panel's form. */
export function SearchBox({ field, initial, isEnd, ...rest }: TimeBoxProps & { readonly field: Field }) {
  const { storage } = describedKind(field);
  const Box = TIME_BOXES[storage];
  if (Box) {
    return (
      <Suspense fallback={<TextInput {...rest} defaultValue={initial} />}>
        <Box {...rest} initial={initial} isEnd={isEnd} />
      </Suspense>
    );
  }
  return <NumberBox {...rest} initial={initial} field={field} />;
}

type NumberBoxProps = Omit<TimeBoxProps, 'isEnd'> & { readonly field: Field };

/** A number to search for, read as in forms: what is none is refused here once it was left or is to be asked for. */
function NumberBox({ field, initial, ...rest }: NumberBoxProps) {
  const wrong = useLeafActor(disclosureMachine, { id: `wrongNumber:${rest.id}` });
  const isWrong = useSelector(wrong, selectIsOpen);
  const refuseWrong = ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => {
    const isNumber = typeof numberFrom(value, decimalsOf(field) ?? 0) !== 'string';
    wrong.send({ type: isNumber ? 'disclosure.closed' : 'disclosure.opened' });
  };
  return (
    <TextInput
      {...rest}
      defaultValue={initial}
      error={isWrong && text(wrongForm(field).key)}
      inputMode="decimal"
      autoComplete="off"
      onChange={() => wrong.send({ type: 'disclosure.closed' })}
      onBlur={refuseWrong}
      onKeyDown={(event) => event.key === 'Enter' && refuseWrong(event)}
    />
  );
}
