import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('begins no more of the orders that are made ready together than may run at once', async () => {
  const { runs, commands } = rig.server.app.terminal;
  const count = TERMINAL_RUNS_AT_ONCE + 2;
  commands.register('demo.meeting', { ...script(''), prepare: meetingIn(count) });
  const begun = await Promise.allSettled(
    Array.from({ length: count }, () => runs.start({ uuid: rig.uuid(), command: 'demo.meeting', extend: '' }, 1, 'en')),
  );
  // Which of them are first is nobody's matter.
  expect(begun.map((one) => (one.status === 'fulfilled' ? String(one.value) : String(one.reason))).toSorted()).toEqual([
    'FailureError: refusals.terminal.busy',
    'FailureError: refusals.terminal.busy',
    ...Array.from({ length: TERMINAL_RUNS_AT_ONCE }, () => 'true'),
  ]);
});
