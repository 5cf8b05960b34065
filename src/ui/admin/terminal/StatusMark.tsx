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
import type { TaskStatus } from '#domain/terminal/terminal-task';
import { statusText } from './task-words.ts';
import classes from './TaskRow.module.css';

const ICONS: Readonly<Record<TaskStatus, TablerIcon>> = {
  waiting: IconClock,
  connecting: IconPlugConnected,
  executing: IconLoader2,
  success: IconCircleCheck,
  failed: IconCircleX,
  unknown: IconHelpCircle,
};

/** A task's status as sign, word and colour. */
export function StatusMark({ task }: { readonly task: QueueTask }) {
  const Icon = task.isChecking ? IconLoader2 : ICONS[task.status];
  return (
    <span className={classes.status} data-status={task.status} data-turning={task.isChecking || task.status === 'executing' || undefined}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {statusText(task)}
    </span>
  );
}
