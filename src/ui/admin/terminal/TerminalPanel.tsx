import '../../kit/form-styles.ts';
import { Button, Drawer } from '@mantine/core';
import { IconPackage, IconPlus, IconSettings, IconSparkles, IconTerminal2 } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsNarrow } from '#machines/app/layout.machine';
import { selectIsAtList, selectIsPanelOpen, selectTasks, type TerminalRef } from '#machines/terminal/terminal.machine';
import { terminalPlaybackLogic } from '#machines/terminal/terminal-playback.logic';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { AddTaskDialog } from './AddTaskDialog.tsx';
import { PlaybackDialog } from './PlaybackDialog.tsx';
import { ManagerDialog } from './ManagerDialog.tsx';
import { RunsLink } from './RunsLink.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { statusText } from './task-words.ts';
import { TaskRow } from './TaskRow.tsx';
import classes from './TerminalPanel.module.css';

/** The terminal: its tasks and what can be done with them. Source: specification §2; readings 2.16. */
export function TerminalPanel({ terminal }: { readonly terminal: TerminalRef }) {
  const isNarrow = useSelector(useApp().layout, selectIsNarrow);
  const isOpen = useSelector(terminal, selectIsPanelOpen);
  const isAtList = useSelector(terminal, selectIsAtList);
  const tasks = useSelector(terminal, selectTasks);
  const failure = useSelector(terminal, ({ context }) => context.failure);
  const playback = useLeafActor(terminalPlaybackLogic, { id: 'terminalPlayback' });
  const { isOpen: isPlaybackOpen, shown: played } = useSelector(playback, ({ context }) => context);
  return (
    <Drawer
      opened={isOpen}
      onClose={() => terminal.send({ type: 'terminal.closed' })}
      position="right"
      closeOnEscape={isAtList && !isPlaybackOpen}
      size={isNarrow ? '100%' : 820}
      title={t('terminal.title')}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
      overlayProps={{ backgroundOpacity: 0.12 }}
      classNames={{ title: classes.title ?? '', header: classes.header ?? '', body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <TerminalToolbar terminal={terminal} />
      {failure && (
        <p className={classes.failure} role="alert">
          <FailureText failure={failure} />
        </p>
      )}
      <TaskNews terminal={terminal} />
      {tasks.length === 0 ? (
        <EmptyState icon={<IconTerminal2 size={24} stroke={1.5} />} title={t('terminal.empty')} text={t('terminal.emptyHint')} />
      ) : (
        <ol className={classes.tasks} aria-label={t('terminal.tasks')}>
          {tasks.map((task) => (
            <TaskRow
              key={task.uuid}
              terminal={terminal}
              task={task}
              onPlayback={(runUuid, command) => playback.send({ type: 'playback.opened', shown: { runUuid, command } })}
            />
          ))}
        </ol>
      )}
      <AddTaskDialog terminal={terminal} />
      <ManagerDialog terminal={terminal} />
      <SettingsDialog terminal={terminal} />
      <LazyDialog isOpen={isPlaybackOpen}>
        {isPlaybackOpen && <PlaybackDialog key={played.runUuid} {...played} onClose={() => playback.send({ type: 'playback.closed' })} />}
      </LazyDialog>
    </Drawer>
  );
}

/** Everything that concerns the whole list. */
export function TerminalToolbar({ terminal }: { readonly terminal: TerminalRef }) {
  const canClear = useSelector(terminal, (snapshot) => snapshot.can({ type: 'terminal.successCleared' }));
  return (
    <div className={classes.tools}>
      <Button
        color="jade"
        size="xs"
        leftSection={<IconPlus size={16} />}
        data-autofocus
        onClick={() => terminal.send({ type: 'terminal.addRequested' })}
      >
        {t('terminal.add')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSparkles size={16} />}
        disabled={!canClear}
        onClick={() => terminal.send({ type: 'terminal.successCleared' })}
      >
        {t('terminal.clear')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPackage size={16} />}
        onClick={() => terminal.send({ type: 'terminal.managerRequested' })}
      >
        {t('terminal.manager')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSettings size={16} />}
        onClick={() => terminal.send({ type: 'terminal.settingsRequested' })}
      >
        {t('terminal.settings')}
      </Button>
      <RunsLink terminal={terminal} />
    </div>
  );
}

/** Says how the task that runs, or ran last, stands, to whoever cannot see it. */
function TaskNews({ terminal }: { readonly terminal: TerminalRef }) {
  const news = useSelector(terminal, ({ context: { tasks } }) => {
    const ended = tasks.toSorted((one, other) => (other.endTimeMs ?? 0) - (one.endTimeMs ?? 0));
    const task = tasks.find(({ status }) => status === 'executing' || status === 'connecting') ?? ended[0];
    return task ? t('terminal.task.news', { command: task.command, status: statusText(task) }) : '';
  });
  return <output className={classes.news}>{news}</output>;
}
