import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { lifeWaitingMachine, selectLifeWaiting, type LifeWaiting } from '#machines/life/life-waiting.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: lifeWaitingMachine,
  inputs: [undefined],
  events: [
    { type: 'waiting.asked' },
    { type: 'waiting.retried' },
    done('loadWaiting', { states: [], times: [], requests: { forMe: 0, mine: 0 } }),
    failed('loadWaiting', new FailureError({ kind: 'timeout' })),
  ],
});

const waiting = (forMe: number): LifeWaiting => ({ states: [], times: [], requests: { forMe, mine: 0 } });

it('what waits is read anew where somebody asks while it is being read, and the answer of before is not shown', async () => {
  const answers: PromiseWithResolvers<LifeWaiting>[] = [];
  const logic = lifeWaitingMachine.provide({
    actors: {
      loadWaiting: fromPromise<LifeWaiting>(() => {
        const answer = Promise.withResolvers<LifeWaiting>();
        answers.push(answer);
        return answer.promise;
      }),
    },
  });
  const actor = createActor(logic).start();
  actor.send({ type: 'waiting.asked' });
  expect(answers).toHaveLength(2);
  answers[0]?.resolve(waiting(3));
  answers[1]?.resolve(waiting(2));
  await expect.poll(() => selectLifeWaiting(actor.getSnapshot())).toEqual(waiting(2));
});
