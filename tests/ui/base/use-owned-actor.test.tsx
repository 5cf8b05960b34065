import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, createMachine, type Subscription } from 'xstate';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { useOwnedActor } from '#ui/base/use-owned-actor.ts';

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;

it('what an owner shows for a while is let go of once that is over, and is another the next time', () => {
  const owner = createActor(
    createMachine({ initial: 'open', states: { open: { on: { turn: 'closed' } }, closed: { on: { turn: 'open' } } } }),
  ).start();
  let hearing = 0;
  const subscribe = owner.subscribe.bind(owner) as (observer: object) => Subscription;
  owner.subscribe = ((observer: object) => {
    const subscription = subscribe(observer);
    hearing += 1;
    return { unsubscribe: () => void (subscription.unsubscribe(), (hearing -= 1)) };
  }) as typeof owner.subscribe;
  const isOver = () => owner.getSnapshot().value === 'closed';
  const view = renderHook(() => useOwnedActor(owner, disclosureMachine, { id: 'one', isLeaf: false, isOver }), {
    wrapper: ({ children }) => <AppHandleContext value={handle}>{children}</AppHandleContext>,
  });
  const first = view.result.current;
  expect([first.getSnapshot().status, hearing]).toEqual(['active', 1]);
  owner.send({ type: 'turn' });
  expect([first.getSnapshot().status, hearing]).toEqual(['stopped', 0]);
  // It is drawn once more while it goes away.
  view.rerender();
  const last = view.result.current;
  owner.send({ type: 'turn' });
  view.rerender();
  const second = view.result.current;
  expect([second === first, second === last, hearing]).toEqual([false, false, 1]);
  second.send({ type: 'disclosure.opened' });
  expect(second.getSnapshot().value).toBe('open');
});
