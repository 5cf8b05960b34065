import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { disavowalMachine } from '#machines/members/disavowal.machine';
import { signInsMachine, type SignInsPage } from '#machines/members/sign-ins.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });
const entry = { id: 1, time: 1, ip: '10.0.0.1', userAgent: '', outcome: 'signedIn', count: 1 } as const;
const page = (total: number): SignInsPage => ({ list: [entry], total });

describeModel({
  machine: signInsMachine,
  inputs: [undefined],
  events: [
    { type: 'signIns.pageChosen', page: 0 },
    { type: 'signIns.pageChosen', page: 1 },
    { type: 'signIns.pageChosen', page: 2 },
    { type: 'signIns.retried' },
    done('loadSignIns', page(10)),
    done('loadSignIns', page(11)),
    failed('loadSignIns', offline),
  ],
  view: ({ context }) => [context.page, context.shown?.total, context.failure?.kind],
  always: ({ context }) => context.page >= 1,
});

describeModel({
  machine: disavowalMachine,
  inputs: [{ isAsked: false }, { isAsked: true }],
  events: [
    { type: 'disavowal.requested' },
    { type: 'disavowal.confirmed' },
    { type: 'disavowal.cancelled' },
    done('endOthers'),
    failed('endOthers', offline),
  ],
});

describe('the sign-ins of an account', () => {
  it('ask for pages that there are, and keep what is shown meanwhile', async () => {
    const asked: number[] = [];
    const machine = signInsMachine.provide({
      actors: {
        loadSignIns: fromPromise<SignInsPage, { readonly page: number }>(({ input }) => {
          asked.push(input.page);
          return Promise.resolve(page(11));
        }),
      },
    });
    const actor = createActor(machine).start();
    await expect.poll(() => actor.getSnapshot().value).toBe('ready');
    actor.send({ type: 'signIns.pageChosen', page: 3 });
    actor.send({ type: 'signIns.pageChosen', page: 2 });
    expect([actor.getSnapshot().value, actor.getSnapshot().context.shown]).toEqual(['loading', page(11)]);
    await expect.poll(() => actor.getSnapshot().value).toBe('ready');
    expect(asked).toEqual([1, 2]);
  });
});
