import { t } from '../../../base/i18n.ts';

/** What the three boxes of a time of day are called, each with the name of the whole. */
export const clockLabels = (name: string) => ({
  hoursInputLabel: t('resources.kit.fields.hours', { name }),
  minutesInputLabel: t('resources.kit.fields.minutes', { name }),
  secondsInputLabel: t('resources.kit.fields.seconds', { name }),
});
