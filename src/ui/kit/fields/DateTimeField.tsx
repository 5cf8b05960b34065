import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

// The calendar is heavy and rare: it comes with the first form that shows one.
const LazyDateTime = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.DateTimeInput })));
const LazyLocalDateTime = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.LocalDateTimeInput })));
const LazyDay = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.DayInput })));
const LazyClock = lazy(() => import('./DateTimeInputs.tsx').then((module) => ({ default: module.ClockInput })));

export function DateTimeField(props: FieldInputProps) {
  return (
    <Suspense fallback={<TextInput {...inputAttributes(props)} disabled />}>
      <LazyDateTime {...props} />
    </Suspense>
  );
}

export function LocalDateTimeField(props: FieldInputProps) {
  return (
    <Suspense fallback={<TextInput {...inputAttributes(props)} disabled />}>
      <LazyLocalDateTime {...props} />
    </Suspense>
  );
}

export function DayField(props: FieldInputProps) {
  return (
    <Suspense fallback={<TextInput {...inputAttributes(props)} disabled />}>
      <LazyDay {...props} />
    </Suspense>
  );
}

export function TimeField(props: FieldInputProps) {
  return (
    <Suspense fallback={<TextInput {...inputAttributes(props)} disabled />}>
      <LazyClock {...props} />
    </Suspense>
  );
}
