import { Input, NumberInput, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { t } from '../../app/i18n.ts';
import { fieldId } from '../fields/field-attributes.ts';
import { fieldLabel } from '../resource-texts.ts';
import { fromName, isTimeField, rangeOf, toName } from './search-conditions.ts';
import classes from './search.module.css';
import type { SearchInputProps } from './search-input.ts';

// The calendar is heavy; it comes when the panel is opened.
const TimeBox = lazy(() => import('./TimeBox.tsx').then((module) => ({ default: module.TimeBox })));

/** Two boxes, either of which may stay empty. */
export function RangeInput({ of, value }: SearchInputProps) {
  const { resource, key, field } = of;
  const [from, to] = rangeOf(value);
  const isTime = isTimeField(field);
  const label = fieldLabel(resource, key);
  const words = {
    from: isTime ? t('resources.kit.search.fromTime') : t('resources.kit.search.from'),
    to: isTime ? t('resources.kit.search.toTime') : t('resources.kit.search.to'),
  };
  const box = (side: 'from' | 'to', initial: string) => {
    const common = {
      id: `${fieldId(of)}-${side}`,
      name: side === 'from' ? fromName(key) : toName(key),
      'aria-label': `${label}: ${words[side]}`,
      placeholder: words[side],
      className: classes.box,
    };
    return isTime ? (
      <Suspense fallback={<TextInput {...common} defaultValue={initial} />}>
        <TimeBox {...common} initial={initial} isEnd={side === 'to'} />
      </Suspense>
    ) : (
      <NumberInput {...common} defaultValue={initial} hideControls decimalScale={field.kind === 'money' ? 2 : 6} autoComplete="off" />
    );
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ mb: 4 }} className={isTime ? classes.wide : undefined}>
      <fieldset className={classes.range} aria-label={label}>
        {box('from', from)}
        <span aria-hidden className={classes.dash}>
          –
        </span>
        {box('to', to)}
      </fieldset>
    </Input.Wrapper>
  );
}
