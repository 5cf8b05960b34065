import { NumberInput, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Field, FieldKind } from '#domain/fields/field';
import type { TimeBoxProps } from './TimeBoxes.tsx';

// The calendar is heavy; it comes when the panel is opened.
const MomentBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.MomentBox })));
const DayBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.DayBox })));
const ClockBox = lazy(() => import('./TimeBoxes.tsx').then((module) => ({ default: module.ClockBox })));

const TIME_BOXES = { dateTime: MomentBox, createTime: MomentBox, updateTime: MomentBox, date: DayBox, time: ClockBox } as const;
const isTimeKind = (kind: FieldKind): kind is keyof typeof TIME_BOXES => Object.hasOwn(TIME_BOXES, kind);

/** Digits behind the point that may be searched for. */
const DECIMALS: Partial<Record<FieldKind, number>> = { id: 0, integer: 0, year: 0, weigh: 0, money: 2, number: 6, float: 6 };

/** Whether a kind is searched with a box of its own instead of a line of text. */
export const hasSearchBox = ({ kind }: Field): boolean => isTimeKind(kind) || kind in DECIMALS;

/** One value of a search, sent with the panel's form. */
export function SearchBox({ field: { kind }, initial, isEnd, ...rest }: TimeBoxProps & { readonly field: Field }) {
  if (isTimeKind(kind)) {
    const Box = TIME_BOXES[kind];
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
      decimalScale={DECIMALS[kind] ?? 6}
      // A comma parts thousands.
      allowedDecimalSeparators={['.']}
      autoComplete="off"
    />
  );
}
