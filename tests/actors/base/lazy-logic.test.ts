import { beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, fromCallback, setup, waitFor, type AnyStateMachine } from 'xstate';
import { LazyCodeError, askAgain, lazyOnce } from '#actors/base/lazy-code';
import { lazyLogic, machineOf, type LazyLogic } from '#actors/base/lazy-logic';
import { createJournal } from '#actors/observe/journal';
import { replay } from '#tests/support/replay.ts';
import { logicNotProvided } from '#machines/base/not-provided';

type CountEvent = { type: 'counted' } | { type: 'ended' };

const runs: string[] = [];
const countMachine = setup({
  types: {
    context: {} as { readonly from: number; readonly count: number },
    events: {} as CountEvent,
    input: {} as { readonly from: number },
  },
  actors: {
    watch: fromCallback(() => {
      runs.push('watch started');
      return () => void runs.push('watch stopped');
    }),
  },
}).createMachine({
  id: 'count',
  context: ({ input }) => ({ ...input, count: input.from }),
  invoke: { id: 'watch', src: 'watch' },
  initial: 'counting',
  states: {
    counting: { on: { counted: { actions: assign({ count: ({ context }) => context.count + 1 }) }, ended: 'ended' } },
    ended: { type: 'final' },
  },
});

const ownerMachine = setup({
  types: { children: {} as { count: 'count' }, events: {} as { type: 'closed' } },
  actors: { count: logicNotProvided<typeof countMachine>('count') },
}).createMachine({
  id: 'owner',
  initial: 'open',
  states: {
    open: {
      invoke: { id: 'count', src: 'count', input: { from: 3 }, onDone: 'ended', onError: 'failed' },
      on: { closed: 'closed' },
    },
    ended: {},
    failed: {},
    closed: {},
  },
});

/** An owner whose child comes by this; the journal hears them. */
function start(count: LazyLogic<typeof countMachine>) {
  const journal = createJournal({ now: () => 0 });
  const machine = ownerMachine.provide({ actors: { count } });
  const owner = createActor(machine, { id: 'owner', inspect: journal.inspect }).start();
  const folded = () => replay(journal.entries(), (path) => (path === 'owner' ? (machine as AnyStateMachine) : undefined));
  return { owner, journal, folded, child: () => owner.getSnapshot().children.count! };
}

const entriesOf = ({ journal }: ReturnType<typeof start>) => journal.entries().map(({ to, event }) => `${to} ${event.type}`);
const foldedCount = ({ folded }: ReturnType<typeof start>) => folded().get('owner/count');

beforeEach(() => {
  runs.length = 0;
  askAgain();
});

describe('a logic whose code was brought before', () => {
  it('is the real one, for whoever looks, for the journal and for a replay', async () => {
    const count = lazyLogic(async () => countMachine);
    expect([count.real(), machineOf(count)]).toEqual([null, null]);
    await count.preload();
    expect([count.real(), machineOf(count)]).toEqual([countMachine, countMachine]);
    const rig = start(count);
    expect(runs).toEqual(['watch started']);
    rig.child().send({ type: 'counted' });
    expect(rig.child().getSnapshot().matches('counting')).toBe(true);
    expect(rig.child().getSnapshot().context).toEqual({ from: 3, count: 4 });
    expect(entriesOf(rig)).toEqual([
      'owner xstate.init',
      'owner/count xstate.init',
      'owner/count/watch xstate.init',
      'owner/count counted',
    ]);
    expect(Object.keys(rig.journal.header().machines)).toEqual(['owner', 'count']);
    expect(foldedCount(rig)?.context).toEqual({ from: 3, count: 4 });
    rig.child().send({ type: 'ended' });
    expect(rig.owner.getSnapshot().value).toBe('ended');
    expect(runs).toEqual(['watch started', 'watch stopped']);
  });
});

describe('a logic whose code comes while its actor waits', () => {
  it('takes what it was told in the meantime, and its children begin with it', async () => {
    const rig = start(lazyLogic(async () => countMachine));
    rig.child().send({ type: 'counted' });
    rig.child().send({ type: 'counted' });
    expect(rig.child().getSnapshot()).toMatchObject({ status: 'active' });
    expect(runs).toEqual([]);
    await vi.waitFor(() => expect(runs).toEqual(['watch started']), 15_000);
    expect(rig.child().getSnapshot().context).toEqual({ from: 3, count: 5 });
    expect(Object.keys(rig.journal.header().machines)).toEqual(['owner', 'count']);
    expect(entriesOf(rig).filter((entry) => entry.startsWith('owner/count '))).toEqual([
      'owner/count xstate.init',
      'owner/count counted',
      'owner/count counted',
      'owner/count lazyLogic.arrived',
    ]);
    expect(foldedCount(rig)?.context).toEqual({ from: 3, count: 5 });
    rig.child().send({ type: 'ended' });
    expect(rig.owner.getSnapshot().value).toBe('ended');
  });

  it('ends at once where it was told to end before', async () => {
    const rig = start(lazyLogic(async () => countMachine));
    rig.child().send({ type: 'ended' });
    const { value } = await waitFor(rig.owner, (snapshot) => !snapshot.matches('open'));
    expect([value, runs]).toEqual(['ended', []]);
  });

  it('never begins where its owner has left it', async () => {
    const count = lazyLogic(async () => countMachine);
    const rig = start(count);
    const child = rig.child();
    rig.owner.send({ type: 'closed' });
    await count.preload();
    expect(child.getSnapshot().status).toBe('stopped');
    expect(runs).toEqual([]);
  });

  it('fails where the code does not arrive, and the next is asked for again', async () => {
    const load = vi.fn<() => Promise<typeof countMachine>>().mockRejectedValueOnce(new Error('no line')).mockResolvedValue(countMachine);
    const count = lazyLogic(load);
    const rig = start(count);
    await waitFor(rig.owner, (snapshot) => snapshot.matches('failed'));
    await count.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('what is brought once', () => {
  it('is the same promise each time, and can be looked at when it has arrived', async () => {
    const load = vi.fn<() => Promise<string>>(async () => 'tea');
    const lazy = lazyOnce(load);
    expect(lazy.arrived()).toBe(null);
    const asked = lazy();
    expect(lazy()).toBe(asked);
    await asked;
    // What React looks at, to draw at once.
    expect([lazy.arrived(), Object.entries(asked), load.mock.calls.length]).toEqual([
      'tea',
      [
        ['status', 'fulfilled'],
        ['value', 'tea'],
      ],
      1,
    ]);
  });

  it('stays failed until somebody wants it again', async () => {
    const lazy = lazyOnce(() => Promise.reject(new Error('no line')));
    const first = lazy();
    await expect(first).rejects.toThrow(LazyCodeError);
    expect(lazy()).toBe(first);
    askAgain();
    expect(lazy()).not.toBe(first);
    await expect(lazy()).rejects.toThrow('code did not arrive');
  });
});
