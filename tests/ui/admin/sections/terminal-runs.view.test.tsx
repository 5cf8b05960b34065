import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { newKeptRun } from '#actors/terminal/kept-run.actors';
import type { KeptRun } from '#domain/terminal/kept-run';
import { FailureError } from '#domain/base/failure';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { commandCell, durationCell, lineCell } from '#sections/terminal-run/run-cells.tsx';
import { RunWindow } from '#sections/terminal-run/RunWindow.tsx';
import { terminalRun } from '#sections/terminal-run/terminal-run.resource.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellContext } from '#ui/base/shell-context.ts';
import { withBundles } from '../../kit/support.tsx';
import { loadAllSectionWords } from '#tests/support/all-sections.ts';

const RUN: KeptRun = {
  id: 12,
  uuid: 'run-00000012',
  command: 'version.npm',
  line: 'npm --version',
  status: 'success',
  exitCode: 0,
  adminId: 1,
  adminName: 'Lin',
  ip: '198.51.100.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  startedAt: 1_768_435_200,
  endedAt: 1_768_435_203,
  durationMs: 2500,
};

type Answer = { readonly run: KeptRun; readonly output: readonly string[]; readonly seq: number; readonly isMore: boolean } | FailureError;

async function open(answers: Answer[]) {
  const saved: string[] = [];
  const asked: unknown[] = [];
  const told: string[] = [];
  const call = ((_endpoint: unknown, input: unknown) => {
    asked.push(input);
    const answer = answers.shift();
    return answer instanceof FailureError ? Promise.reject(answer) : Promise.resolve(answer);
  }) as never;
  const app = createActor(disclosureMachine).start();
  const handle = {
    journal: { inspect: () => {} },
    app,
    notices: { send: ({ text }: { readonly text: string }) => void told.push(text) },
  } as unknown as AppHandle;
  const rowWindows = lazyNow({ newKeptRun: () => newKeptRun({ call, saveFile: (name) => void saved.push(name) }) } as never);
  let closed = 0;
  await act(async () => {
    render(
      <MantineProvider env="test">
        <AppHandleContext value={handle}>
          {withBundles({ rowWindows }, <RunWindow id={12} uuid={null} onClose={() => (closed += 1)} />)}
        </AppHandleContext>
      </MantineProvider>,
    );
  });
  return { saved, asked, told, closed: () => closed, user: userEvent.setup({ delay: null }) };
}

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

const areDisabled = () => ['Copy output', 'Download'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled);

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['resources', 'terminal']);
  await loadAllSectionWords();
});

describe('the window of a run', () => {
  it('says who ran what and how it ended, and shows, copies and saves the output', async () => {
    const { user, saved, told } = await open([
      { run: RUN, output: ['> npm --version', '\u001B[32m11.4.0\u001B[0m'], seq: 3, isMore: true },
      { run: RUN, output: ['exitCode: 0'], seq: 5, isMore: false },
    ]);
    expect(await screen.findByText('Run 12')).toBeDefined();
    expect(screen.getByText('Success')).toBeDefined();
    expect([fact('Administrator'), fact('Duration'), fact('Exit code'), fact('IP'), fact('Device')]).toEqual([
      'Lin',
      '2.5 s',
      '0',
      '198.51.100.7',
      'Firefox · Linux',
    ]);
    expect(await screen.findByText('3 lines')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy output' }));
    expect(await navigator.clipboard.readText()).toBe('> npm --version\n11.4.0\nexitCode: 0');
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toContain('/admin/auth/terminalRun?record=12');
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect([saved, told]).toEqual([['terminal-run-12.txt'], ['Output copied', 'Link copied']]);
  });

  it('gives no part of the output away as the whole', async () => {
    const half = { run: RUN, output: ['> npm --version'], seq: 3, isMore: true };
    const { user } = await open([half, new FailureError({ kind: 'timeout' }), { run: RUN, output: ['11.4.0'], seq: 5, isMore: false }]);
    await screen.findByRole('alert');
    expect(areDisabled()).toEqual([true, true]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 lines')).toBeDefined();
    expect(areDisabled()).toEqual([false, false]);
  });

  it('says why there is none, and asks again', async () => {
    const { user, asked } = await open([new FailureError({ kind: 'timeout' }), { run: RUN, output: [], seq: 0, isMore: false }]);
    expect((await screen.findByRole('alert')).textContent).toContain('The run could not be loaded');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This run has no output.')).toBeDefined();
    expect(asked).toEqual([
      { id: 12, after: 0 },
      { id: 12, after: 0 },
    ]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy output' }).disabled).toBe(true);
  });

  it('says who is gone, and leaves out what is not known', async () => {
    const old: KeptRun = {
      ...RUN,
      adminName: '',
      line: '',
      ip: '',
      userAgent: '',
      status: 'running',
      endedAt: null,
      durationMs: null,
      exitCode: null,
    };
    await open([{ run: old, output: ['> npm --version'], seq: 2, isMore: false }]);
    expect(await screen.findByText('Following the output')).toBeDefined();
    expect([fact('Administrator'), fact('Ended'), fact('Duration'), fact('Exit code'), fact('IP'), fact('Device')]).toEqual([
      'Account #1, deleted',
      ...Array.from({ length: 5 }, () => '—'),
    ]);
  });
});

const told = (fieldKey: 'command' | 'line' | 'durationMs', record: Record<string, unknown>) => ({
  resource: terminalRun,
  fieldKey,
  field: terminalRun.fields[fieldKey],
  record: { id: 4, ...record },
  title: '',
  mayEdit: false,
  cdnUrl: '',
});

it('calls commands by what they do, in cells that lead to their runs', () => {
  const shell = { getSnapshot: () => ({ children: {} }), subscribe: () => ({ unsubscribe: () => undefined }) } as never;
  const view = render(
    <ShellContext value={shell}>
      <p>{commandCell(told('command', { command: 'version.npm' }))}</p>
      <p>{commandCell(told('command', { command: 'own.thing' }))}</p>
      <p>{lineCell(told('line', { line: 'npm --version' }))}</p>
      <p>{durationCell(told('durationMs', { durationMs: 61_000 }))}</p>
    </ShellContext>,
  );
  const texts = [...view.container.querySelectorAll('p')].map((cell) => cell.textContent);
  expect(texts).toEqual(['Show versionsversion.npm', 'own.thing', 'npm --version', '1 min 1 s']);
  expect(view.container.querySelector('a')?.getAttribute('href')).toBe('?record=4');
});
