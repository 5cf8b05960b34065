import '@mantine/dates/styles.layer.css';
import { DateInput, DateTimePicker, DatesProvider, TimePicker } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { useSelector } from '@xstate/react';
import type { ReactNode, SyntheticEvent } from 'react';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { pageLanguage, t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
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
const clearing = () => ({ clearable: true, clearButtonProps: { size: 'md', 'aria-label': t('resources.kit.fields.clear') } });

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

/** A day as `YYYY-MM-DD`. What is no day is not asked for: that is said, and the box shows what is once it is left. */
export function DayBox({ initial, isEnd: _isEnd, ...rest }: TimeBoxProps) {
  const wrong = useLeafActor(disclosureMachine, { id: `wrongDay:${rest.id}` });
  const isWrong = useSelector(wrong, selectIsOpen);
  const tell = (isNow: boolean) => wrong.send({ type: isNow ? 'disclosure.opened' : 'disclosure.closed' });
  return (
    <Dates>
      <DateInput
        {...rest}
        {...clearing()}
        defaultValue={initial || null}
        valueFormat="YYYY-MM-DD"
        dateParser={typedDay}
        error={isWrong && t('validation.date')}
        onInput={({ currentTarget: { value } }: SyntheticEvent<HTMLInputElement>) => tell(value.trim() !== '' && typedDay(value) === null)}
        onChange={() => tell(false)}
        onBlur={() => tell(false)}
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
