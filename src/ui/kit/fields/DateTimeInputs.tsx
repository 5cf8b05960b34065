import '@mantine/dates/styles.layer.css';
import { DateInput, DateTimePicker, DatesProvider, TimePicker } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { useSelector } from '@xstate/react';
import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import type { Issue } from '#domain/base/issue';
import { isLocalDateTime } from '#domain/base/validation';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { pageLanguage, t } from '../../base/i18n.ts';
import { fieldLabel } from '../resource-texts.ts';
import { secondsFromText, timeText } from '../cells/time-text.ts';
import { scalarText } from '../cells/scalar-text.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { clockParts } from './base/clock-parts.ts';
import { typedDay } from './base/typed-day.ts';
import { ZoneMark } from './base/ZoneMark.tsx';
import { describedBy, frameOf, inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

const settings = () => ({ locale: pageLanguage(), firstDayOfWeek: 1 as const });

const clearing = ({ of, readOnly }: FieldInputProps) => ({
  clearable: !of.field.required && !readOnly,
  clearButtonProps: { size: 'md', 'aria-label': t('resources.kit.fields.clear') },
});

/** A moment on the site's clock; the value is Unix seconds. Loaded only where a form has one. */
export function DateTimeInput(props: FieldInputProps) {
  const onPick = (text: string | null) => props.onChange(text === null ? null : secondsFromText(text));
  const at = typeof props.value === 'number' ? props.value : null;
  return <SnapshotPicker input={props} text={timeText(props.value)} mark={<ZoneMark at={at} />} onPick={onPick} />;
}

/** A day and a time as `YYYY-MM-DD HH:mm:ss`, on nobody's clock: the same text for every viewer. */
export function LocalDateTimeInput(props: FieldInputProps) {
  const text = scalarText(props.value);
  return <SnapshotPicker input={props} text={isLocalDateTime(text) ? text : null} onPick={(picked) => props.onChange(picked ?? '')} />;
}

interface SnapshotPickerProps {
  readonly input: FieldInputProps;
  readonly text: string | null;
  /** Beside the field's name. */
  readonly mark?: ReactNode;
  readonly onPick: (text: string | null) => void;
}

function SnapshotPicker({ input, text, mark, onPick }: SnapshotPickerProps) {
  const attributes = inputAttributes(input);
  return (
    <DatesProvider settings={settings()}>
      <DateTimePicker
        {...attributes}
        label={
          <>
            {attributes.label} {mark}
          </>
        }
        value={text}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
        {...clearing(input)}
        placeholder={t('resources.kit.fields.pickDate')}
        onChange={onPick}
      />
    </DatesProvider>
  );
}

const NO_DAY: Issue = { key: 'validation.date' };

/** A day as `YYYY-MM-DD`. What is no day stays in the box to be mended, and nobody saves the day before it unawares. */
export function DayInput(props: FieldInputProps) {
  const attributes = inputAttributes(props);
  const wrong = useLeafActor(disclosureMachine, { id: `wrongDay:${attributes.id}` });
  const isWrong = useSelector(wrong, selectIsOpen);
  const tell = (isNow: boolean) => {
    if (isNow === selectIsOpen(wrong.getSnapshot())) return;
    wrong.send({ type: isNow ? 'disclosure.opened' : 'disclosure.closed' });
    props.onHold?.(isNow ? NO_DAY : null);
  };
  const day = scalarText(props.value);
  const settle = useEffectEvent((_day?: string) => tell(false));
  // Another day than the one that was typed over stands in the box.
  useLayoutEffect(() => settle(day), [day]);
  // What holds a form until it is mended cannot be mended any more.
  useLayoutEffect(() => () => settle(), []);
  // Nothing waits for the box: it shows what counts once it is left, and says before what does not.
  const isAlone = !props.onHold;
  return (
    <DatesProvider settings={settings()}>
      <DateInput
        {...attributes}
        value={day || null}
        valueFormat="YYYY-MM-DD"
        dateParser={typedDay}
        fixOnBlur={isAlone || !isWrong}
        error={attributes.error ?? (isAlone && isWrong && t('validation.date'))}
        onBlur={() => {
          attributes.onBlur();
          if (isAlone) tell(false);
        }}
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
        {...clearing(props)}
        onInput={({ currentTarget: { value } }: SyntheticEvent<HTMLInputElement>) => tell(value.trim() !== '' && typedDay(value) === null)}
        onChange={(value) => {
          tell(false);
          props.onChange(value ?? '');
        }}
      />
    </DatesProvider>
  );
}

const HALF: Issue = { key: 'validation.time' };

/** Some of its boxes are filled and others are not. */
const isHalf = (boxes: Iterable<HTMLInputElement>): boolean => new Set([...boxes].map(({ value }) => value === '')).size > 1;

/** A time of day as `HH:mm:ss`, always of 24 hours; '' until all of it is there, which nobody saves before it is or is taken back. */
export function ClockInput(props: FieldInputProps) {
  const { id, labelProps, name: _name, ...attributes } = inputAttributes(props);
  const wasHalf = useRef(false);
  const holdHalf = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    const half = isHalf(currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=hidden])'));
    if (half !== wasHalf.current) props.onHold?.(half ? HALF : null);
    wasHalf.current = half;
  };
  const free = useEffectEvent(() => {
    if (wasHalf.current) props.onHold?.(null);
  });
  useLayoutEffect(() => () => free(), []);
  return (
    <TimePicker
      wrapperProps={{ onKeyUp: holdHalf, onBlur: holdHalf }}
      {...attributes}
      {...clearing(props)}
      {...clockParts(fieldLabel(props.of.resource, props.of.key))}
      hoursInputProps={{ id, ...describedBy({ ...frameOf(props) }) }}
      labelProps={{ ...labelProps, htmlFor: id }}
      descriptionProps={{ id: `${id}-description` }}
      errorProps={{ id: `${id}-error` }}
      value={scalarText(props.value)}
      withSeconds
      onChange={props.onChange}
    />
  );
}
