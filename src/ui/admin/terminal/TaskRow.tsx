import { IconChevronRight, IconCopy, IconPlayerPlay, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { withoutColours } from '#domain/terminal/without-colours';
import { useSelector } from '@xstate/react';
import { waitOf, type QueueTask } from '#domain/terminal/terminal-queue';
import { taskActorId } from '#machines/terminal/terminal.vocabulary';
import type { TerminalTaskRef } from '#machines/terminal/terminal-task.machine';
import { selectTasks, type TerminalRef } from '#machines/terminal/terminal.machine';
import { t } from '../../base/i18n.ts';
import { newKey } from '../../base/new-key.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { CacheHint } from './CacheHint.tsx';
import { KeptRunLink } from './RunsLink.tsx';
import { StatusMark } from './StatusMark.tsx';
import { StopFailure } from './StopFailure.tsx';
import { timeTip } from '../../kit/cells/time-text.ts';
import { clockText, deedText, durationText, objectText, waitText } from './task-words.ts';
import { TaskOutput } from './TaskOutput.tsx';
import { useCopy } from '../base/use-copy.ts';
import classes from './TaskRow.module.css';
import { useBundle } from '../../base/lazy-bundles.ts';

const ICON = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

export interface TaskRowProps {
  readonly terminal: TerminalRef;
  readonly task: QueueTask;
  readonly onPlayback: (runUuid: string, command: string) => void;
}

/** One task: how it stands, what can be done with it, and its output. */
export function TaskRow({ terminal, task, onPlayback }: TaskRowProps) {
  const { output } = useBundle('terminal');
  const { uuid, runUuid, command, showMessage, startTimeMs, endTimeMs } = task;
  const run = useSelector(terminal, ({ children }) => children[taskActorId(runUuid)] as TerminalTaskRef | undefined);
  const canStop = useSelector(terminal, (snapshot) => snapshot.can({ type: 'task.stopRequested', runUuid }));
  const canRetry = useSelector(terminal, (snapshot) => snapshot.can({ type: 'task.retried', uuid, runUuid: '' }));
  const canDelete = useSelector(terminal, (snapshot) => snapshot.can({ type: 'task.deleted', uuid }));
  const deed = deedText(command);
  const copyText = useCopy(t('terminal.task.copyFailed'));
  const copy = () =>
    copyText(
      output
        .lines(runUuid)
        .map((line) => withoutColours(line.text))
        .join('\n'),
      t('terminal.task.copied'),
    );
  return (
    <li className={classes.task} data-task={uuid} data-status={task.status}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={showMessage}
          aria-label={t(showMessage ? 'terminal.task.hide' : 'terminal.task.show', { command })}
          onClick={() => terminal.send({ type: 'task.outputToggled', uuid })}
        >
          <IconChevronRight {...ICON} />
        </button>
        <StatusMark task={task} />
        <span className={classes.command}>
          {deed === undefined ? '' : `${deed} · `}
          <code>{objectText(command)}</code>
        </span>
        <span className={classes.times}>
          <time dateTime={new Date(task.createTimeMs).toISOString()} title={timeTip(Math.floor(task.createTimeMs / 1000)) ?? undefined}>
            {clockText(task.createTimeMs)}
          </time>
          {startTimeMs !== null && endTimeMs !== null && <span>{durationText(endTimeMs - startTimeMs)}</span>}
        </span>
        <span className={classes.actions}>
          {canStop && (
            <ToolButton label={t('terminal.task.stop')} onClick={() => terminal.send({ type: 'task.stopRequested', runUuid })}>
              <IconPlayerStop {...ICON} />
            </ToolButton>
          )}
          {canRetry && (
            <ToolButton label={t('terminal.task.retry')} onClick={() => terminal.send({ type: 'task.retried', uuid, runUuid: newKey() })}>
              <IconRefresh {...ICON} />
            </ToolButton>
          )}
          {endTimeMs !== null && (
            <ToolButton label={t('terminal.task.playback')} onClick={() => onPlayback(runUuid, command)}>
              <IconPlayerPlay {...ICON} />
            </ToolButton>
          )}
          {startTimeMs !== null && <KeptRunLink terminal={terminal} runUuid={runUuid} />}
          {task.status !== 'waiting' && (
            <ToolButton label={t('terminal.task.copy')} onClick={() => void copy()}>
              <IconCopy {...ICON} />
            </ToolButton>
          )}
          {canDelete && (
            <ToolButton label={t('terminal.task.delete')} onClick={() => terminal.send({ type: 'task.deleted', uuid })}>
              <IconTrash {...ICON} />
            </ToolButton>
          )}
        </span>
      </div>
      {task.status === 'waiting' && <Waiting terminal={terminal} uuid={uuid} />}
      {run && <StopFailure run={run} />}
      {task.status === 'success' && command.startsWith('web-build') && <CacheHint />}
      {showMessage && task.status !== 'waiting' && <TaskOutput key={runUuid} runUuid={runUuid} command={command} />}
    </li>
  );
}

/** What a task that waits is waiting for. */
function Waiting({ terminal, uuid }: Readonly<{ terminal: TerminalRef; uuid: string }>) {
  const words = useSelector(terminal, (snapshot) => {
    const wait = waitOf(selectTasks(snapshot), uuid);
    return wait && waitText(wait);
  });
  return words && <p className={classes.wait}>{words}</p>;
}
