import '@mantine/dates/styles.layer.css';
import { DateTimePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/zh-cn';
import { pageLanguage, t } from '../../app/i18n.ts';

interface TimeBoxProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-label': string;
  readonly placeholder: string;
  readonly className: string | undefined;
  readonly initial: string;
  /** The end of a range begins at the end of the day that is picked. */
  readonly isEnd: boolean;
}

/** One side of a time range, sent with the form as local date-time text. */
export function TimeBox({ initial, isEnd, className, ...rest }: TimeBoxProps) {
  return (
    <DatesProvider settings={{ locale: pageLanguage(), firstDayOfWeek: 1 }}>
      <DateTimePicker
        {...rest}
        {...(className !== undefined && { className })}
        defaultValue={initial || null}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        monthLabelFormat={t('resources.kit.fields.monthFormat')}
        clearable
        {...(isEnd && { defaultTimeValue: '23:59:59' })}
      />
    </DatesProvider>
  );
}
