import type { QueueTask, Wait } from '#domain/terminal/terminal-queue';
import { t } from '../../base/i18n.ts';
import type { MessageKey } from '../../base/message-key.ts';
import { timeText } from '../../kit/cells/time-text.ts';

export const statusText = ({ status }: QueueTask): string => t(`terminal.status.${status}`);

export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return t('terminal.task.seconds', { seconds: seconds.toFixed(1) });
  return t('terminal.task.minutes', { minutes: Math.floor(seconds / 60), seconds: Math.floor(seconds % 60) });
}

const TIME_OF_DAY = 'YYYY-MM-DD '.length;

/** The time of day on the site's clock, as everywhere else. */
export const clockText = (ms: number): string => timeText(Math.floor(ms / 1000))?.slice(TIME_OF_DAY) ?? '';

export const waitText = ({ reason, command }: Wait): string => t(`terminal.wait.${reason}`, { command });

/** What the shipped commands do, by the first part of their keys. Others are called by their key. Source: wire protocol §5.20. */
const DEEDS: Readonly<Record<string, MessageKey>> = {
  version: 'terminal.deed.version',
  install: 'terminal.deed.install',
  test: 'terminal.deed.test',
  'web-install': 'terminal.deed.webInstall',
  'web-build': 'terminal.deed.webBuild',
  'set-npm-registry': 'terminal.deed.registry',
  ping: 'terminal.deed.ping',
};

/** What a command does, by its key or the first part of it; undefined for what did not come with the program. */
export function deedText(command: string): string | undefined {
  const key = DEEDS[command.split('.')[0] ?? ''];
  return key && t(key);
}

/** With what it is done: the rest of its key where the first part has words, else all of it. */
export const objectText = (command: string): string =>
  deedText(command) === undefined ? command : command.slice(command.indexOf('.') + 1);
