/**
 * The server that runs in this browser: offered until somebody wants it, run by one tab, joined by the others. What was written is kept a
 * moment later, and beginning anew is always possible. Owned by the page of the demo, lives as long as it.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export type DemoServerEvent =
  | { readonly type: 'demo.started' }
  | { readonly type: 'demo.retried' }
  | { readonly type: 'demo.resetRequested' }
  /** The page is hidden, perhaps for good. */
  | { readonly type: 'page.hidden' }
  | { readonly type: 'lock.gained' }
  /** Another tab has the server, or has taken it over. */
  | { readonly type: 'lock.lost' }
  | { readonly type: 'fetch.progressed'; readonly bytes: number }
  | { readonly type: 'server.opening' }
  | { readonly type: 'server.ready'; readonly savedAt: number | null; readonly isStale: boolean }
  | { readonly type: 'server.failed'; readonly reason: string }
  /** The server of another tab answers. */
  | { readonly type: 'server.found'; readonly savedAt: number | null }
  | { readonly type: 'write.seen' }
  | { readonly type: 'snapshot.kept'; readonly at: number }
  | { readonly type: 'snapshot.refused' };

export interface DemoServerInput {
  /** It was started here before: nobody is asked again. */
  readonly isStarted: boolean;
  readonly wholeBytes: number;
}

interface DemoServerContext extends DemoServerInput {
  readonly bytes: number;
  /** Milliseconds since 1970; null where nothing was kept yet. */
  readonly savedAt: number | null;
  /** What was kept belonged to another build. */
  readonly isStale: boolean;
  readonly reason: string;
  /** Something was written while a snapshot was being made. */
  readonly isWritten: boolean;
}

/** Why something was not done, in the words of whoever threw it. */
const reasonOf = ({ event: { error } }: { readonly event: { readonly error: unknown } }) => ({ reason: String(error) });

/** After a write, so that a row of them is kept once. */
const KEEP_AFTER_MS = 3000;

/** Another tab has the server: it is joined once it answers. */
const FOLLOWING = {
  tags: 'starting',
  invoke: { id: 'followServer', src: 'followServer' },
  on: { 'lock.gained': 'owning', 'server.found': { target: 'joined', actions: { type: 'setFound', params: payload } } },
} as const;

export const demoServerMachine = setup({
  types: {
    context: {} as DemoServerContext,
    events: {} as DemoServerEvent,
    input: {} as DemoServerInput,
    tags: {} as 'starting' | 'answering',
  },
  actors: {
    /** Waits for the lock that one tab has, and holds it. */
    holdLock: fromCallback(notProvided('holdLock')),
    /** The server itself, for as long as this tab has it. */
    runServer: fromCallback(notProvided('runServer')),
    /** Listens to the server of another tab. */
    followServer: fromCallback(notProvided('followServer')),
    /** Gives up all that was kept here, here and in the other tabs. */
    erase: fromPromise<void>(notProvided('erase')),
  },
  actions: {
    setBytes: assign({ bytes: (_, { bytes }: { readonly bytes: number }) => bytes }),
    setReady: assign((_, { savedAt, isStale }: { readonly savedAt: number | null; readonly isStale: boolean }) => ({
      savedAt,
      isStale,
      isWritten: false,
    })),
    setSaved: assign({ savedAt: (_, { at }: { readonly at: number }) => at }),
    setFound: assign({ savedAt: (_, { savedAt }: { readonly savedAt: number | null }) => savedAt }),
    setReason: assign({ reason: (_, { reason }: { readonly reason: string }) => reason }),
    setWritten: assign({ isWritten: true }),
    clearWritten: assign({ isWritten: false }),
    clear: assign({ bytes: 0, savedAt: null, isStale: false, reason: '', isWritten: false }),
    /** The page begins as at a first visit, signed out. */
    reloadPage: effect(),
    /** Asks the server to keep what it has. */
    keepSnapshot: effect(),
    /** Asks the tab that has the server to begin anew. */
    askForReset: effect(),
    storeStart: effect(),
  },
  guards: {
    isStarted: ({ context }) => context.isStarted,
    isWritten: ({ context }) => context.isWritten,
  },
  delays: { keepAfter: KEEP_AFTER_MS },
}).createMachine({
  id: 'demoServer',
  context: ({ input }) => ({ ...input, bytes: 0, savedAt: null, isStale: false, reason: '', isWritten: false }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isStarted', target: 'started' }, { target: 'offered' }] },
    offered: { on: { 'demo.started': { target: 'started', actions: 'storeStart' } } },
    started: {
      initial: 'participating',
      states: {
        /** The tab holds the lock or waits for it. Whoever fails lets it go, so that another tab may try. */
        participating: {
          invoke: { id: 'holdLock', src: 'holdLock' },
          on: { 'server.failed': { target: 'failed', actions: { type: 'setReason', params: payload } } },
          initial: 'waiting',
          states: {
            waiting: { tags: 'starting', on: { 'lock.gained': 'owning', 'lock.lost': 'joining' } },
            joining: FOLLOWING,
            joined: {
              tags: 'answering',
              invoke: { id: 'followServer', src: 'followServer' },
              on: {
                'lock.gained': 'owning',
                'server.found': { actions: { type: 'setFound', params: payload } },
                'demo.resetRequested': { actions: 'askForReset' },
              },
            },
            owning: {
              invoke: { id: 'runServer', src: 'runServer' },
              on: {
                'lock.lost': 'lost',
                'demo.resetRequested': 'resetting',
              },
              initial: 'fetching',
              states: {
                fetching: {
                  tags: 'starting',
                  on: { 'fetch.progressed': { actions: { type: 'setBytes', params: payload } }, 'server.opening': 'opening' },
                },
                opening: {
                  tags: 'starting',
                  on: { 'server.ready': { target: 'running', actions: { type: 'setReady', params: payload } } },
                },
                running: {
                  tags: 'answering',
                  initial: 'kept',
                  states: {
                    kept: { on: { 'write.seen': 'due' } },
                    due: {
                      after: { keepAfter: 'saving' },
                      on: { 'page.hidden': 'saving', 'write.seen': { target: 'due', reenter: true } },
                    },
                    saving: {
                      entry: ['clearWritten', 'keepSnapshot'],
                      on: {
                        'write.seen': { actions: 'setWritten' },
                        'snapshot.kept': [
                          { guard: 'isWritten', target: 'due', actions: { type: 'setSaved', params: payload } },
                          { target: 'kept', actions: { type: 'setSaved', params: payload } },
                        ],
                        'snapshot.refused': 'failed',
                      },
                    },
                    failed: { on: { 'write.seen': 'due' } },
                  },
                },
              },
            },
            /** Another tab has taken it over: that one is joined. */
            lost: FOLLOWING,
            /** Only who has the lock erases; whoever has it meanwhile is asked. */
            resetWanted: {
              tags: 'starting',
              on: { 'lock.gained': 'resetting', 'lock.lost': { target: 'joining', actions: 'askForReset' } },
            },
            resetting: {
              tags: 'starting',
              entry: 'clear',
              invoke: {
                id: 'erase',
                src: 'erase',
                onDone: { target: 'begun', actions: 'reloadPage' },
                onError: { target: '#demoServer.started.failed', actions: { type: 'setReason', params: reasonOf } },
              },
            },
            begun: { tags: 'starting' },
          },
        },
        /** What was kept is whole: a part that did not come may come now. */
        failed: {
          on: {
            'demo.retried': { target: 'participating', actions: 'clear' },
            'demo.resetRequested': { target: 'participating.resetWanted', actions: 'clear' },
          },
        },
      },
    },
  },
});

export type DemoServerRef = ActorRefFrom<typeof demoServerMachine>;
type Snapshot = SnapshotFrom<typeof demoServerMachine>;

export type DemoStage = 'offered' | 'waiting' | 'fetching' | 'opening' | 'running' | 'joined' | 'failed' | 'resetting';

export function selectDemoStage(snapshot: Snapshot): DemoStage {
  if (snapshot.matches('offered')) return 'offered';
  if (snapshot.matches({ started: 'failed' })) return 'failed';
  const isIn = (participating: 'joined' | 'resetWanted' | 'resetting' | 'begun' | { readonly owning: 'fetching' | 'opening' }): boolean =>
    snapshot.matches({ started: { participating } });
  if (isIn('joined')) return 'joined';
  if (isIn('resetWanted') || isIn('resetting') || isIn('begun')) return 'resetting';
  if (isIn({ owning: 'fetching' })) return 'fetching';
  if (isIn({ owning: 'opening' })) return 'opening';
  return snapshot.hasTag('answering') ? 'running' : 'waiting';
}

export const selectIsAnswering = (snapshot: Snapshot): boolean => snapshot.hasTag('answering');
/** From 0 to 1. */
export const selectFetched = ({ context }: Snapshot): number => (context.wholeBytes > 0 ? context.bytes / context.wholeBytes : 0);
export const selectSavedAt = ({ context }: Snapshot): number | null => context.savedAt;
export const selectIsDemoStale = ({ context }: Snapshot): boolean => context.isStale;
export const selectReason = ({ context }: Snapshot): string => context.reason;

export function selectKeeping(snapshot: Snapshot): 'kept' | 'due' | 'saving' | 'failed' {
  for (const one of ['due', 'saving', 'failed'] as const)
    if (snapshot.matches({ started: { participating: { owning: { running: one } } } })) return one;
  return 'kept';
}
