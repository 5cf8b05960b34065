import type { QueueTask, Wait } from '#domain/terminal/terminal-queue';
import { t } from '../../base/i18n.ts';

export const statusText = ({ status }: QueueTask): string => t(`terminal.status.${status}`);

export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return t('terminal.task.seconds', { seconds: seconds.toFixed(1) });
  return t('terminal.task.minutes', { minutes: Math.floor(seconds / 60), seconds: Math.floor(seconds % 60) });
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
export const clockText = (ms: number): string => clock.format(ms);

export const waitText = ({ reason, command }: Wait): string => t(`terminal.wait.${reason}`, { command });
