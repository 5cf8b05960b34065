/**
 * One call that found its server away for a moment, and is sent again until it is answered or would have waited for too long. Made with its
 * first failure, for calls that may be sent twice; whoever made the call waits, and takes it along when leaving.
 */
import { assign, fromPromise, setup } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

/** How long it took to hear that the server is away, and how long to wait; 0 where it did not say. */
export interface Away {
  readonly tookMs: number;
  readonly retryAfterMs: number;
}

/** What came of sending it once more. */
export type Resent = { readonly outcome: 'ended' } | ({ readonly outcome: 'away' } & Away);

export interface CallRepeatInput extends Away {
  /** Around 1, another for each call: what a server sent away at once does not come back at once. */
  readonly spread: number;
}

interface CallRepeatContext extends Omit<CallRepeatInput, 'tookMs'> {
  readonly turn: number;
  /** With sending and with rests, since the call was made. */
  readonly spentMs: number;
}

const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 4000;
/** What takes longer to be sent away is slow, and would only make it slower. */
const PATIENCE_MS = 16_000;

const restOf = ({ spread, retryAfterMs, turn }: CallRepeatContext): number =>
  Math.max(Math.round(Math.min(FIRST_REST_MS * 2 ** turn, LONGEST_REST_MS) * spread), retryAfterMs);

export const callRepeatMachine = setup({
  types: { context: {} as CallRepeatContext, input: {} as CallRepeatInput },
  actors: { resend: fromPromise<Resent>(notProvided('resend')) },
  delays: { rest: ({ context }) => restOf(context) },
  guards: {
    isWorthwhile: ({ context }) => context.spentMs + restOf(context) <= PATIENCE_MS,
    isAway: (_, { outcome }: Resent) => outcome === 'away',
  },
  actions: {
    countRest: assign({ turn: ({ context }) => context.turn + 1, spentMs: ({ context }) => context.spentMs + restOf(context) }),
    receiveAway: assign(({ context }, resent: Resent) =>
      resent.outcome === 'away' ? { retryAfterMs: resent.retryAfterMs, spentMs: context.spentMs + resent.tookMs } : {},
    ),
  },
}).createMachine({
  id: 'callRepeat',
  context: ({ input: { tookMs, ...input } }) => ({ ...input, turn: 0, spentMs: tookMs }),
  initial: 'away',
  states: {
    away: { always: [{ guard: 'isWorthwhile', target: 'resting' }, 'givenUp'] },
    resting: { after: { rest: { target: 'sending', actions: 'countRest' } } },
    sending: {
      invoke: {
        id: 'resend',
        src: 'resend',
        onDone: [
          {
            guard: { type: 'isAway', params: output },
            target: 'away',
            actions: { type: 'receiveAway', params: output },
          },
          'ended',
        ],
        // What is no failure of a call is for whoever made it.
        onError: 'ended',
      },
    },
    /** Answered, or refused for another reason. */
    ended: { type: 'final' },
    /** The server has been away for too long: whoever made the call hears of its last failure. */
    givenUp: { type: 'final' },
  },
});
