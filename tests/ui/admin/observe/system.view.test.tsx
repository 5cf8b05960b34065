import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { SystemStatus } from '#domain/observe/system-health';
import { sectionRestoreMachine } from '#machines/changes/section-restore.machine';
import { systemStatusMachine, type JobAct } from '#machines/observe/system-status.machine';
import { SystemView } from '#ui/admin/observe/SystemPage.tsx';
import { loadMessages } from '#ui/base/i18n.ts';
import { jobOf, statusOf } from '#tests/machines/observe/told-status.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { renderInApp, startKitMessages } from '../../kit/support.tsx';

beforeEach(async () => {
  await startKitMessages('en');
  await loadMessages(['system']);
});

type Answer = SystemStatus | Error;

const item = (name: string) => within(screen.getByText(name).closest('li')!);
const removes = () => screen.getAllByRole('button', { name: 'Remove' });

async function open(answers: readonly Answer[], { canAct = true, isSuper = true, act = () => Promise.resolve() } = {}) {
  const left = [...answers];
  const acts: (JobAct | null)[] = [];
  const system = createActor(
    systemStatusMachine.provide({
      actors: {
        loadStatus: fromPromise(() => {
          const next = left.length > 1 ? left.shift()! : left[0]!;
          return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
        }),
        doJobAct: fromPromise<void, JobAct | null>(({ input }) => {
          acts.push(input);
          return act();
        }),
      },
    }),
  ).start();
  const restore = createActor(inertOf(sectionRestoreMachine)).start();
  // It would look again long after the test, with nothing that it could ask.
  onTestFinished(() => void [system.stop(), restore.stop()]);
  renderInApp(<SystemView system={system} canAct={canAct} restore={isSuper ? restore : null} />);
  return { acts, system, restore, user: userEvent.setup() };
}

const dead = statusOf({
  findings: [{ what: 'jobsDead', level: 'doubtful' }],
  jobs: {
    waiting: 1,
    active: 0,
    dead: 1,
    oldestDueSeconds: 0,
    list: [jobOf(), jobOf({ id: 'b2', kind: 'new.kind', state: 'waiting', failures: 0, error: '' })],
  },
});

describe('the page of the installation', () => {
  it('says that all is well, and what there is', async () => {
    await open([statusOf()]);
    await screen.findByText('Everything is fine');
    const database = within(screen.getByRole('region', { name: 'Database' }));
    expect(database.getByText('50 MB')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Backup' })).getByText('By restoring it')).toBeDefined();
    expect(screen.getByText('0 waiting · 0 running · 0 given up')).toBeDefined();
  });

  it('tries a job again that was given up, by its name and with its reason', async () => {
    const { acts, user } = await open([dead, statusOf()]);
    const job = within((await screen.findByText('Make a backup')).closest('li')!);
    expect(job.getByText('No space left on device')).toBeDefined();
    expect(screen.getByText('new.kind')).toBeDefined();
    await user.click(job.getByRole('button', { name: 'Try again' }));
    expect(acts).toEqual([{ act: 'retry', id: 'a1' }]);
    await screen.findByText('Everything is fine');
  });

  it('asks before it takes one away, and keeps it where that is declined', async () => {
    const { acts, user } = await open([dead]);
    await screen.findByText('Make a backup');
    await user.click(removes()[0]!);
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove the job “Make a backup”?' }));
    await user.click(question.getByRole('button', { name: 'Keep it' }));
    expect(acts).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const second = within(await screen.findByRole('alertdialog', { name: 'Cancel the job “new.kind”?' }));
    expect(second.getByText(/will not run/u)).toBeDefined();
    await user.click(second.getByRole('button', { name: 'Cancel the job' }));
    expect(acts).toEqual([{ act: 'cancel', id: 'b2' }]);
  });

  it('shows how far a job has come, at which attempt, and when the next one is', async () => {
    const list = [
      jobOf({ id: 'run', state: 'active', failures: 1, error: '', progress: { done: 2, total: 5 } }),
      jobOf({ id: 'wait', kind: 'member.end', state: 'waiting', failures: 3, startsAt: 1_768_435_260 }),
      jobOf({ id: 'gone', kind: 'member.export', state: 'cancelled', failures: 0, error: '', progress: { done: 1, total: 9 } }),
    ];
    const { user } = await open([statusOf({ jobs: { waiting: 1, active: 1, dead: 0, oldestDueSeconds: 0, list } })]);
    await screen.findByText('Make a backup');
    const bar = item('Make a backup').getByRole<HTMLProgressElement>('progressbar', { name: 'Progress of “Make a backup”' });
    expect([bar.value, bar.max]).toEqual([2, 5]);
    expect(item('Make a backup').getByText(/Attempt 2 of 7 · running since/u)).toBeDefined();
    const waits = item('Delete a member’s account').getByText(/Attempt 4 of 7 · next at/u);
    expect(waits.querySelector('time[datetime="2026-01-15T00:01:00.000Z"]')).not.toBeNull();
    expect(item('Export a member’s data').getByText('Cancelled')).toBeDefined();
    expect(item('Export a member’s data').getByText('1 of 9')).toBeDefined();
    await user.click(item('Make a backup').getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('stops at the next safe point');
  });

  it('begins a backup where the installation makes any', async () => {
    const { acts, user } = await open([statusOf()]);
    await user.click(await screen.findByRole('button', { name: 'Back up now' }));
    expect(acts).toEqual([{ act: 'backup' }]);
  });

  it.each([
    [
      'before the first is due',
      { backup: { everyHours: 24, last: null, list: [] } },
      /^The first one is made automatically 24 hours after/u,
    ],
    [
      'where the first is due',
      { findings: [{ what: 'backupNone', level: 'doubtful' }], backup: { everyHours: 24, last: null, list: [] } },
      /^Make one now, here or with the backup tool/u,
    ],
  ] as const)('says once that there is no backup, as what is to be mended, and offers to make one there: %s', async (_, part, advice) => {
    const { acts, user } = await open([statusOf(part)]);
    const health = within(await screen.findByRole('region', { name: 'Health' }));
    expect(health.getByText(advice)).toBeDefined();
    expect(screen.getAllByText(/no backup/iu).map(({ textContent }) => textContent)).toEqual(['No backup yet']);
    expect(screen.queryByText('Everything is fine')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Backups' })).toBeNull();
    await user.click(health.getByRole('button', { name: 'Back up now' }));
    expect(acts).toEqual([{ act: 'backup' }]);
  });

  it('offers no backup to whoever may make none', async () => {
    await open([statusOf({ backup: { everyHours: 24, last: null, list: [] } })], { canAct: false });
    await screen.findByText('No backup yet');
    expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
  });

  it('says that all is well where the installation makes no backups, and nothing of them', async () => {
    await open([statusOf({ backup: null })]);
    expect((await screen.findByRole('note')).textContent).toBe(
      'Everything is fineThe database is intact, the disk has room and no job has been given up.',
    );
    expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
  });

  it('offers to restore a section from each backup, to super administrators alone', async () => {
    const { restore, user } = await open([statusOf()]);
    const backups = within(await screen.findByRole('region', { name: 'Backups' }));
    expect(backups.getAllByRole('listitem').map((item) => within(item).getByText(/troupe-/u).textContent)).toEqual([
      'troupe-2026-01-14T10-13-20Z · 10 MB',
      'troupe-2026-01-13T10-13-20Z · 9 MB',
    ]);
    await user.click(backups.getAllByRole('button', { name: /^Restore a section from the backup of/u })[1]!);
    expect([restore.getSnapshot().value, restore.getSnapshot().context.backup]).toEqual(['loading', 'troupe-2026-01-13T10-13-20Z']);
  });

  it('lists backups without a way to restore to others', async () => {
    await open([statusOf()], { isSuper: false });
    expect(await screen.findByRole('region', { name: 'Backups' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Restore a section/u })).toBeNull();
  });

  it('offers no backup where none are made', async () => {
    await open([statusOf({ backup: null })]);
    await screen.findByText('Everything is fine');
    expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
  });

  it('says why an act was refused and keeps what is shown', async () => {
    const { user } = await open([dead], {
      act: () =>
        Promise.reject(
          new FailureError({ kind: 'rejected', code: 0, message: 'This job is no longer marked as given up. Refresh the page.' } as never),
        ),
    });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The action was not completed. This job is no longer marked as given up. Refresh the page.',
    );
    expect(screen.getByText('Make a backup')).toBeDefined();
  });

  it('offers nothing to whoever only looks', async () => {
    await open([dead], { canAct: false });
    await screen.findByText('Make a backup');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
  });

  it('says why it could not be read, and reads again', async () => {
    const { user, system } = await open([new FailureError({ kind: 'timeout' }), statusOf()]);
    await screen.findByText('The system status could not be loaded');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Everything is fine');
    expect(system.getSnapshot().value).toEqual({ shown: 'resting' });
  });
});
