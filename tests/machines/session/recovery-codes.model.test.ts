import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { recoveryCodesMachine, selectAreCopied, selectIsCopyRefused } from '#machines/session/recovery-codes.machine';
import { describeModel, failed, inertOf } from '#tests/machines/support/model.ts';

describeModel({
  machine: recoveryCodesMachine,
  inputs: [undefined],
  events: [
    { type: 'codes.copied' },
    { type: 'codes.copyRefused' },
    { type: 'codes.downloaded' },
    failed('holdPage', new Error('the page cannot be held')),
  ],
  view: (snapshot) => ({ areCopied: selectAreCopied(snapshot) }),
  // What is copied or downloaded holds nobody.
  always: (snapshot) => snapshot.matches('fresh') === (snapshot.children['holdPage'] !== undefined),
});

it('says that a copy was refused, also of codes that were copied or downloaded before', () => {
  for (const before of ['codes.copied', 'codes.downloaded'] as const) {
    const codes = createActor(inertOf(recoveryCodesMachine)).start();
    codes.send({ type: before });
    codes.send({ type: 'codes.copyRefused' });
    expect([selectIsCopyRefused(codes.getSnapshot()), selectAreCopied(codes.getSnapshot())]).toEqual([true, false]);
    codes.send({ type: 'codes.copied' });
    expect(selectIsCopyRefused(codes.getSnapshot())).toBe(false);
  }
});
