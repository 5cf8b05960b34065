import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconLoader2,
  IconPlugConnected,
  type TablerIcon,
} from '@tabler/icons-react';
import type { QueueTask } from '#domain/terminal/terminal-queue';
import type { QueueStatus } from '#domain/terminal/terminal-task';
import { statusText } from './task-words.ts';
import classes from './TaskRow.module.css';

const ICONS: Readonly<Record<QueueStatus, TablerIcon>> = {
  waiting: IconClock,
  connecting: IconPlugConnected,
  executing: IconLoader2,
  success: IconCircleCheck,
  failed: IconCircleX,
  unknown: IconHelpCircle,
  checking: IconLoader2,
};

/** A task's status as sign, word and colour. */
export function StatusMark({ task }: { readonly task: QueueTask }) {
  const Icon = ICONS[task.status];
  const isTurning = task.status === 'checking' || task.status === 'executing';
  return (
    <span className={classes.status} data-status={task.status} data-turning={isTurning || undefined}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {statusText(task)}
    </span>
  );
}
