import '@mantine/dates/styles.layer.css';
import { DateInput, DateTimePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { pageLanguage, t } from '../../app/i18n.ts';
import { secondsFromText, timeText } from '../time-text.ts';
import { scalarText } from '../scalar-text.ts';
import { inputAttributes } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';

const settings = () => ({ locale: pageLanguage(), firstDayOfWeek: 1 as const });

/** A moment on the viewer's clock; the value is Unix seconds. Loaded only where a form has one. */
export function DateTimeInput(props: FieldInputProps) {
  return (
    <DatesProvider settings={settings()}>
      <DateTimePicker
        {...inputAttributes(props)}
        value={timeText(props.value)}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
        clearable={!props.of.field.required && !props.readOnly}
        placeholder={t('resources.kit.fields.pickDate')}
        onChange={(value) => props.onChange(value === null ? null : secondsFromText(value))}
      />
    </DatesProvider>
  );
}

/** A day as `YYYY-MM-DD`. */
export function DayInput(props: FieldInputProps) {
  return (
    <DatesProvider settings={settings()}>
      <DateInput
        {...inputAttributes(props)}
        value={scalarText(props.value) || null}
        valueFormat="YYYY-MM-DD"
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
        clearable={!props.of.field.required && !props.readOnly}
        onChange={(value) => props.onChange(value ?? '')}
      />
    </DatesProvider>
  );
}
