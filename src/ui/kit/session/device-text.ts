import { deviceOf } from '#domain/base/device';
import { t } from '../../base/i18n.ts';

/** What a session is used with, in words. */
export function deviceText(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return browser && system ? t('account.sessions.device', { browser, system }) : (browser ?? system ?? t('account.sessions.unknownDevice'));
}
