import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { recoveryCodesLogic } from '#actors/session/recovery-codes.actors';
import type { RecoveryCodesEvent } from '#machines/session/recovery-codes.machine';

const shown = (...events: readonly RecoveryCodesEvent[]) => {
  const told: boolean[] = [];
  const actor = createActor(recoveryCodesLogic((isUnsaved) => told.push(isUnsaved))).start();
  for (const event of events) actor.send(event);
  return { told, actor };
};

it.each<[string, RecoveryCodesEvent]>([
  ['copied', { type: 'codes.copied' }],
  ['downloaded', { type: 'codes.downloaded' }],
])('recovery codes hold the page until they are %s', (_how, event) => {
  expect(shown().told).toEqual([true]);
  expect(shown(event).told).toEqual([true, false]);
});

it('recovery codes that could not be copied still hold the page, and let go of it when they go', () => {
  const { told, actor } = shown({ type: 'codes.copyRefused' });
  expect(told).toEqual([true]);
  actor.stop();
  expect(told).toEqual([true, false]);
});
