import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSelector } from '@xstate/react';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { createTerminalOutput } from '#actors/terminal/terminal-output';
import { FailureError } from '#domain/base/failure';
import type { QueueStatus, TaskStatus } from '#domain/terminal/terminal-task';
import { EMPTY_TERMINAL, type StoredTask } from '#domain/terminal/terminal-store';
import { adminShellMachine } from '#machines/shell/admin-shell.machine';
import { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { savedViewsMachine } from '#machines/table/saved-views.machine';
import { selectTasks, terminalMachine, type TerminalRef } from '#machines/terminal/terminal.machine';
import { terminalTaskMachine } from '#machines/terminal/terminal-task.machine';
import type { TerminalInput } from '#machines/terminal/terminal.vocabulary';
import { inertOf } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { TaskRow } from '#ui/admin/terminal/TaskRow.tsx';
import { TerminalToolbar } from '#ui/admin/terminal/TerminalPanel.tsx';
import { withBundles } from '../../kit/support.tsx';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { press } from '#tests/machines/support/presses.ts';

await startMessages('en');
await loadMessages(['admin', 'terminal']);

const stored = (status: TaskStatus): StoredTask => ({
  uuid: 'task-0001',
  runUuid: 'task-0001',
  createTimeMs: 1_700_000_000_000,
  startTimeMs: status === 'waiting' ? null : 1_700_000_001_000,
  endTimeMs: status === 'success' || status === 'failed' ? 1_700_000_003_500 : null,
  status,
  command: 'version.npm',
  message: [],
  showMessage: false,
  blockOnFailure: true,
  extend: '',
});
const inputOf = (...taskList: readonly StoredTask[]): TerminalInput => ({
  ownerId: 1,
  stored: { ...EMPTY_TERMINAL, taskList },
  packageManager: 'pnpm',
  port: '8000',
});

const output = createTerminalOutput((run) => run());
output.append('task-0001', [{ text: '10.9.0', atMs: 0 }]);
const played: string[] = [];
const handle = {
  journal: { inspect: () => {} },
  notices: { send: () => {} },
} as unknown as AppHandle;

const bundles = {
  terminal: lazyNow({
    terminal: terminalMachine,
    readStored: () => EMPTY_TERMINAL,
    output,
    playback: { call: () => new Promise<never>(() => {}), output },
  }),
  admin: lazyNow({
    adminShell: adminShellMachine,
    clearCache: clearCacheMachine,
    table: lazyNow({ savedViews: savedViewsMachine }),
    bringPage: () => Promise.resolve(),
  }),
};

function Tasks({ terminal }: { readonly terminal: TerminalRef }) {
  const tasks = useSelector(terminal, selectTasks);
  return (
    <AppHandleContext value={handle}>
      {withBundles(
        bundles,
        <>
          <TerminalToolbar terminal={terminal} />
          <ol>
            {tasks.map((task) => (
              <TaskRow key={task.uuid} terminal={terminal} task={task} onPlayback={(_, command) => played.push(command)} />
            ))}
          </ol>
        </>,
      )}
    </AppHandleContext>
  );
}
const view = (terminal: TerminalRef) => <Tasks terminal={terminal} />;

const WORDS: Readonly<Record<QueueStatus, string>> = {
  waiting: 'Waiting',
  connecting: 'Connecting',
  executing: 'Executing',
  success: 'Success',
  failed: 'Failed',
  unknown: 'Unknown',
  checking: 'Checking',
};

const PANEL_EVENTS: ReadonlySet<string> = new Set([
  'terminal.opened',
  'terminal.addRequested',
  'terminal.managerRequested',
  'terminal.settingsRequested',
  'terminal.dialogClosed',
]);

describeView(
  {
    machine: terminalMachine,
    // Runs are machines that the rows look at; nothing answers them.
    inert: inertOf(terminalMachine).provide({ actors: { terminalTask: inertOf(terminalTaskMachine) } }),
    inputs: [inputOf(stored('waiting')), inputOf(stored('success')), inputOf(stored('failed'))],
    events: [
      { type: 'terminal.opened' },
      { type: 'terminal.addRequested' },
      { type: 'terminal.managerRequested' },
      { type: 'terminal.settingsRequested' },
      { type: 'terminal.dialogClosed' },
      { type: 'terminal.successCleared' },
      { type: 'terminal.queueTaken' },
      { type: 'task.statusChanged', runUuid: 'task-0001', status: 'executing', atMs: 1_700_000_002_000 },
      { type: 'task.retried', uuid: 'task-0001', runUuid: 'run-00000002' },
      { type: 'task.deleted', uuid: 'task-0001' },
      { type: 'task.outputToggled', uuid: 'task-0001' },
      { type: 'task.stopRequested', runUuid: 'task-0001' },
    ],
    view: ({ context: { tasks } }) => tasks.map(({ status, showMessage }) => [status, showMessage]),
    // The toolbar's dialogs and the list know nothing of each other.
    only: ({ context: { tasks }, value }, { type }) =>
      PANEL_EVENTS.has(type) ? tasks[0]?.status === 'success' && !tasks[0].showMessage : value.panel === 'closed',
  },
  view,
  {
    'terminal.addRequested': press('Add a task'),
    'terminal.managerRequested': press('Package manager'),
    'terminal.settingsRequested': press('Terminal settings'),
    'terminal.successCleared': press('Clear successful tasks'),
    'task.retried': press('Retry'),
    'task.deleted': press('Delete'),
    'task.outputToggled': press(/^(?:Show|Hide) output: version\.npm$/u),
    'task.stopRequested': press('Stop'),
  },
  {
    // The row of a task that is gone has no fold.
    only: ({ steps }) => steps.every(({ event, expected }) => event.type !== 'task.outputToggled' || expected.context.tasks.length > 0),
    seen: (snapshot) => {
      const [task] = selectTasks(snapshot as never);
      const row = screen.queryByRole('listitem');
      if (!task) return row === null;
      const isUnfolded = screen.queryByRole('searchbox') !== null || screen.queryByText('No output yet') !== null;
      return row?.textContent?.includes(WORDS[task.status]) === true && isUnfolded === (task.showMessage && task.status !== 'waiting');
    },
  },
);

const shown = (terminal: ReturnType<typeof createActor<typeof terminalMachine>>) => {
  render(<MantineProvider env="test">{view(terminal)}</MantineProvider>);
  return userEvent.setup({ delay: null });
};

describe('the row of a task', () => {
  it('tells when it was added and how long it took, and offers what can be done with it', async () => {
    const user = shown(createActor(inertOf(terminalMachine), { input: inputOf(stored('success')) }).start());
    const row = screen.getByRole('listitem');
    expect(row.querySelector('time')?.getAttribute('datetime')).toBe('2023-11-14T22:13:20.000Z');
    expect(row.textContent).toContain('2.5 s');
    const names = [...row.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['Show output: version.npm', 'Retry', 'Replay', 'Copy output', 'Delete']);
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    expect(played).toEqual(['version.npm']);
  });

  it('says what one that waits is waiting for, and whom it needs where that has failed', () => {
    const failed = { ...stored('failed'), uuid: 'task-0000', runUuid: 'task-0000', command: 'web-install.pnpm' };
    shown(createActor(inertOf(terminalMachine), { input: inputOf(failed, stored('waiting')) }).start());
    const said = screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
    expect(said).toEqual([undefined, 'Held back by web-install.pnpm, which failed. Retry or delete it.']);
  });

  it('says why a command could not be stopped, until it is asked again', async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    const terminal = createActor(
      inertOf(terminalMachine).provide({
        actors: {
          terminalTask: terminalTaskMachine.provide({
            actors: { stream: fromCallback(() => {}), stopRun: fromPromise(() => answers[asked++]?.promise ?? Promise.resolve()) },
          }),
        },
      }),
      { input: inputOf(stored('waiting')) },
    ).start();
    const user = shown(terminal);
    terminal.send({ type: 'terminal.queueTaken' });
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(screen.queryByRole('alert')).toBeNull();
    answers[0]?.reject(new FailureError({ kind: 'rejected', code: 0, message: 'The door is locked.' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The command could not be stopped: The door is locked.');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked).toBe(2);
  });
});
