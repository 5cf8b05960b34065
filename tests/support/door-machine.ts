import { setup } from 'xstate';

/** The smallest machine with a guard and a state that nothing leads to; for tests of what is said about paths. */
export const doorMachine = setup({
  types: { events: {} as { type: 'pushed'; force: number } | { type: 'pulled' } },
  guards: { isStrong: ({ event }) => event.type === 'pushed' && event.force > 3 },
}).createMachine({
  id: 'door',
  initial: 'shut',
  states: {
    shut: { on: { pushed: { guard: 'isStrong', target: 'open' } } },
    open: { on: { pulled: 'shut' } },
    bricked: { on: { pulled: 'shut' } },
  },
});
