import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { inputAttributes } from './base/field-attributes.ts';
import classes from './base/fields.module.css';
import type { FieldInputProps } from './base/field-input.ts';

// The calendar is heavy and rare: it comes with the first form that shows one.
const LazyDateTime = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.DateTimeInput })));
const LazyLocalDateTime = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.LocalDateTimeInput })));
const LazyDay = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.DayInput })));
const LazyClock = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.ClockInput })));

/** Looks as the input that is on its way. It takes no focus, which would be lost when that comes. */
const Coming = (props: FieldInputProps) => <TextInput {...inputAttributes(props)} classNames={{ input: classes.coming }} disabled />;

export function DateTimeField(props: FieldInputProps) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <LazyDateTime {...props} />
    </Suspense>
  );
}

export function LocalDateTimeField(props: FieldInputProps) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <LazyLocalDateTime {...props} />
    </Suspense>
  );
}

export function DayField(props: FieldInputProps) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <LazyDay {...props} />
    </Suspense>
  );
}

export function TimeField(props: FieldInputProps) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <LazyClock {...props} />
    </Suspense>
  );
}
