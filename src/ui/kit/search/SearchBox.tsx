import { NumberInput, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Field } from '#domain/fields/field';
import type { Storage } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import type { TimeBoxProps } from './TimeBoxes.tsx';

// The calendar is heavy; it comes when the panel is opened.
const MomentBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.MomentBox })));
const DayBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.DayBox })));
const ClockBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.ClockBox })));

const TIME_BOXES: Partial<Record<Storage, typeof MomentBox>> = { seconds: MomentBox, date: DayBox, timeOfDay: ClockBox };

/** Digits behind the point that may be searched for. */
const DECIMALS: Partial<Record<Storage, number>> = { integer: 0, cents: 2, decimal: 6 };

/** Whether a kind is searched with a box of its own instead of a line of text. */
export const hasSearchBox = (field: Field): boolean => {
  const { storage } = describedKind(field);
  return storage in TIME_BOXES || storage in DECIMALS;
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
  return (
    <NumberInput
      {...rest}
      defaultValue={initial}
      hideControls
      decimalScale={DECIMALS[storage] ?? 6}
      // A comma parts thousands.
      allowedDecimalSeparators={['.']}
      autoComplete="off"
    />
  );
}
