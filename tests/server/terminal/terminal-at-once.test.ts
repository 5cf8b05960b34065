import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerApp } from '#server/app';
import { TERMINAL_RUNS_AT_ONCE } from '#server/base/limits';
import type { KnownCommand } from '#server/features/terminal/commands';
import { createTerminalRig, script, type TerminalRig } from './terminal-support.ts';

/** All orders are in the making at once: nothing begins before the last of them has got here. */
function meetingIn(count: number): NonNullable<KnownCommand['prepare']> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    if ((arrived += 1) === count) resolve();
    await promise;
    return script('setInterval(() => {}, 1000)');
  };
}

let rig: TerminalRig;
beforeAll(async () => {
  rig = await createTerminalRig();
});
afterAll(() => rig.server.close());

const STARTER = { id: 1, client: { ip: '', userAgent: '' } };

it('begins one at a time in a folder that others share, whichever server is asked, and says who is at it', async () => {
  const [here, there] = [rig.server.app.terminal, createServerApp(rig.server.ports).terminal];
  for (const { commands } of [here, there]) {
    commands.register('demo.install', script('setInterval(() => {}, 1000)', { folder: 'tools', line: 'npm install' }));
    commands.register('demo.alone', script('setInterval(() => {}, 1000)'));
  }
  const uuids = [rig.uuid(), rig.uuid()] as const;
  const start = ({ runs }: typeof here, command: string, uuid = rig.uuid()) => runs.start({ uuid, command, extend: '' }, STARTER, 'en');
  const begun = await Promise.allSettled([start(here, 'demo.install', uuids[0]), start(there, 'demo.install', uuids[1])]);
  expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(begun.find((one) => one.status === 'rejected')?.reason).toMatchObject({
    failure: { message: 'refusals.terminal.folderBusy', params: { name: 'Admin', line: 'npm install' } },
  });
  // A throw-away folder is one run's own.
  expect(await start(here, 'demo.alone', 'run-alone')).toBe(true);
  for (const uuid of [...uuids, 'run-alone']) await Promise.all([here, there].map(({ runs }) => runs.stop(uuid, 'admin', 'en')));
  await expect.poll(() => start(there, 'demo.install').catch(() => false)).toBe(true);
  await there.runs.close();
});

it('begins no more of the orders that are made ready together than may run at once', async () => {
  const { runs, commands } = rig.server.app.terminal;
  const count = TERMINAL_RUNS_AT_ONCE + 2;
  commands.register('demo.meeting', { ...script(''), prepare: meetingIn(count) });
  const begun = await Promise.allSettled(
    Array.from({ length: count }, () => runs.start({ uuid: rig.uuid(), command: 'demo.meeting', extend: '' }, STARTER, 'en')),
  );
  // Which of them are first is nobody's matter.
  expect(begun.map((one) => (one.status === 'fulfilled' ? String(one.value) : String(one.reason))).toSorted()).toEqual([
    'FailureError: refusals.terminal.busy',
    'FailureError: refusals.terminal.busy',
    ...Array.from({ length: TERMINAL_RUNS_AT_ONCE }, () => 'true'),
  ]);
});
