import { assign, fromPromise, setup } from 'xstate';

/** As much of a sign-in as every login page has: a form, a call, a failure that stays with the form. */
export const loginMachine = setup({
  types: {
    context: {} as { readonly message: string },
    events: {} as { readonly type: 'login.submitted'; readonly username: string; readonly password: string },
  },
  actors: {
    signIn: fromPromise<void, { readonly username: string; readonly password: string }>(async ({ input, signal }) => {
      const reply = await fetch('/api/login', { method: 'POST', body: JSON.stringify(input), signal });
      if (!reply.ok) throw new Error(reply.statusText);
    }),
  },
}).createMachine({
  id: 'login',
  context: { message: '' },
  initial: 'editing',
  states: {
    editing: { on: { 'login.submitted': 'signingIn' } },
    signingIn: {
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => ({ username: event.username, password: event.password }),
        onDone: 'signedIn',
        onError: { target: 'editing', actions: assign({ message: ({ event }) => String(event.error) }) },
      },
    },
    signedIn: { type: 'final' },
  },
});
