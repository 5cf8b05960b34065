import '@mantine/dates/styles.layer.css';
import { DateInput, DateTimePicker, DatesProvider, TimePicker } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import type { ReactNode } from 'react';
import { pageLanguage, t } from '../../base/i18n.ts';
import { clockParts } from '../fields/base/clock-parts.ts';
import { typedDay } from '../fields/base/typed-day.ts';

export interface TimeBoxProps {
  readonly id: string;
  readonly name: string;
  readonly label?: string;
  readonly labelProps?: { readonly mb: number };
  readonly 'aria-label'?: string;
  readonly placeholder?: string;
  readonly className?: string;
  readonly initial: string;
  /** The end of a range begins at the end of the day that is picked. */
  readonly isEnd: boolean;
}

const Dates = ({ children }: { readonly children: ReactNode }) => (
  <DatesProvider settings={{ locale: pageLanguage(), firstDayOfWeek: 1 }}>{children}</DatesProvider>
);
const clearing = () => ({ clearable: true, clearButtonProps: { 'aria-label': t('resources.kit.fields.clear') } });

/** A moment as local date-time text. */
export function MomentBox({ initial, isEnd, ...rest }: TimeBoxProps) {
  return (
    <Dates>
      <DateTimePicker
        {...rest}
        {...clearing()}
        defaultValue={initial || null}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
        {...(isEnd && { defaultTimeValue: '23:59:59' })}
      />
    </Dates>
  );
}

/** A day as `YYYY-MM-DD`. */
export function DayBox({ initial, isEnd: _isEnd, ...rest }: TimeBoxProps) {
  return (
    <Dates>
      <DateInput
        {...rest}
        {...clearing()}
        defaultValue={initial || null}
        valueFormat="YYYY-MM-DD"
        dateParser={typedDay}
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
      />
    </Dates>
  );
}

/** A time of day as `HH:mm:ss`. */
export function ClockBox({
  id,
  name,
  initial,
  isEnd: _isEnd,
  labelProps,
  'aria-label': ariaLabel,
  placeholder: _none,
  ...rest
}: TimeBoxProps) {
  return (
    <TimePicker
      {...rest}
      {...clearing()}
      {...clockParts(ariaLabel ?? rest.label ?? '')}
      name={name}
      hoursInputProps={{ id }}
      labelProps={{ ...labelProps, htmlFor: id }}
      defaultValue={initial}
      withSeconds
    />
  );
}
