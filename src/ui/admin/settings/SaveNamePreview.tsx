import { useSelector } from '@xstate/react';
import { saveName } from '#domain/files/save-name';
import type { SettingsRef } from '#machines/settings/settings.machine';
import { t } from '../../base/i18n.ts';
import classes from './settings.module.css';

/** A picture of a certain moment, so that every token of a template has something to show. */
const SAMPLE = {
  name: '雨前龙井 tea.png',
  sha1: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
  time: { year: 2026, month: 1, day: 31, hour: 8, minute: 5, second: 9 },
  random: 'k3v9q0x7m2c8r5b1t6w4z8n0h3j7d5s1',
};

export interface SaveNamePreviewProps {
  readonly settings: SettingsRef;
  /** The setting that holds the template. */
  readonly name: string;
}

/** Where a file would be stored by the template that stands in the form. */
export function SaveNamePreview({ settings, name }: SaveNamePreviewProps) {
  const template = useSelector(settings, ({ context }) => context.values[name]);
  return (
    <p className={classes.preview}>
      {t('settings.page.savedAs', { name: SAMPLE.name })}
      <code>{saveName(typeof template === 'string' ? template : '', SAMPLE)}</code>
    </p>
  );
}
