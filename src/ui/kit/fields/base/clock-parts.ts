import { t } from '../../../base/i18n.ts';
import classes from './fields.module.css';

/** The three boxes of a time of day: what each is called, with the name of the whole, and large enough to be hit. */
export const clockParts = (name: string) => ({
  hoursInputLabel: t('resources.kit.fields.hours', { name }),
  minutesInputLabel: t('resources.kit.fields.minutes', { name }),
  secondsInputLabel: t('resources.kit.fields.seconds', { name }),
  classNames: { fieldsGroup: classes.clock ?? '', field: classes.clockPart ?? '' },
});
