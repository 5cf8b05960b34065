import { expect, it } from 'vitest';
import { assign, createActor, setup, type AnyActorLogic, type AnyActorRef, type AnyMachineSnapshot } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { replay } from '#tests/support/replay.ts';

type Told = { readonly type: 'next' } | { readonly type: 'count' };
const base = setup({
  types: { context: {} as { readonly c: number }, events: {} as Told },
  actions: { add: assign({ c: ({ context }) => context.c + 1 }) },
});

const counter = base.createMachine({
  id: 'counter',
  context: { c: 0 },
  initial: 'a',
  on: { count: { target: '.a', reenter: true, actions: 'add' } },
  states: { a: { on: { next: 'b' } }, b: { type: 'final' } },
});

const grandchild = setup({ actors: { counter } }).createMachine({ id: 'middle', invoke: { id: 'inner', src: 'counter' } });

const owner = setup({ types: { events: {} as Told }, actors: { grandchild } }).createMachine({
  id: 'owner',
  initial: 'on',
  states: { on: { invoke: { id: 'middle', src: 'grandchild' }, on: { next: 'off' } }, off: {} },
});

/** What XState says of a stopped actor goes to the console. */
function recorded(machine: AnyActorLogic, deeds: (ref: AnyActorRef) => readonly AnyActorRef[]) {
  const journal = createJournal({ now: () => 0 });
  const root = createActor(machine, { id: 'root', inspect: journal.inspect }).start();
  const late = deeds(root);
  for (const ref of late) ref.send({ type: 'count' });
  const lateEntries = late.map((ref) => {
    const to = ref === root ? 'root' : `root/middle${ref.id === 'inner' ? '/inner' : ''}`;
    return { seq: 0, at: 0, to, event: { type: 'count' } };
  });
  return { live: root.getSnapshot() as AnyMachineSnapshot, late, entries: journal.entries(), lateEntries };
}

const rootIs = (logic: AnyActorLogic) => (path: string) => (path === 'root' ? logic : undefined);
const seen = (snapshot: AnyMachineSnapshot | undefined) => [snapshot?.status, snapshot?.value, snapshot?.context];

it('a machine that is in its final state stays there in a replay, whatever it is told', () => {
  const { live, entries, lateEntries } = recorded(counter, (root) => {
    root.send({ type: 'next' });
    return [root];
  });
  expect(entries.map(({ event }) => event.type)).not.toContain('count');
  // As journals of earlier versions have it.
  const folded = replay([...entries, ...lateEntries], rootIs(counter)).get('root');
  expect([seen(folded), seen(live)]).toEqual([
    ['done', 'b', { c: 0 }],
    ['done', 'b', { c: 0 }],
  ]);
});

it('whom an owner has stopped is moved no more, nor anybody below', () => {
  const { entries, late, lateEntries } = recorded(owner, (root) => {
    const middle = (root.getSnapshot() as AnyMachineSnapshot).children['middle'] as AnyActorRef;
    const inner = (middle.getSnapshot() as AnyMachineSnapshot).children['inner'] as AnyActorRef;
    root.send({ type: 'next' });
    return [inner];
  });
  const snapshots = replay([...entries, ...lateEntries], rootIs(owner));
  const live = late[0]?.getSnapshot() as AnyMachineSnapshot;
  expect(seen(snapshots.get('root/middle/inner'))).toEqual(seen(live));
  expect(seen(live)).toEqual(['stopped', 'a', { c: 0 }]);
  expect(snapshots.get('root/middle')?.status).toBe('stopped');
  expect(snapshots.get('root')?.status).toBe('active');
});

it('whom an owner begins anew begins anew in a replay too', () => {
  const again = setup({ types: { events: {} as Told }, actors: { counter } }).createMachine({
    id: 'again',
    invoke: { id: 'middle', src: 'counter' },
    on: { next: { target: '#again', reenter: true } },
  });
  const { entries, late } = recorded(again, (root) => {
    const first = (root.getSnapshot() as AnyMachineSnapshot).children['middle'] as AnyActorRef;
    first.send({ type: 'count' });
    root.send({ type: 'next' });
    return [(root.getSnapshot() as AnyMachineSnapshot).children['middle'] as AnyActorRef];
  });
  expect(seen(replay(entries, rootIs(again)).get('root/middle'))).toEqual(seen(late[0]?.getSnapshot() as AnyMachineSnapshot));
});
