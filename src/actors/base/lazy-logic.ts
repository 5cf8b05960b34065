import {
  StateMachine,
  type ActorScope,
  type AnyActorLogic,
  type AnyActorScope,
  type AnyEventObject,
  type AnyStateMachine,
  type Snapshot,
} from 'xstate';
import type { OpaqueLogic } from '#machines/base/not-provided';
import { bring, lazyOnce, type Lazy } from './lazy-code.ts';

/** A logic whose code comes when it is first needed. Provided to `setup` like any other; once it runs, nothing tells it from the real one. */
export type LazyLogic<Logic extends AnyActorLogic> = OpaqueLogic<Logic> & {
  /** Brings the code beforehand. Rejects where it does not arrive; asking again tries again. */
  readonly preload: () => Promise<void>;
  /** The real logic, once it has arrived; null before. */
  readonly real: () => Logic | null;
};

/** What an actor is before its code has arrived: what it was started with, and what it was told since. */
interface Waiting {
  readonly status: 'active' | 'stopped' | 'error';
  readonly output: undefined;
  readonly error: unknown;
  readonly input: unknown;
  readonly heard: readonly AnyEventObject[];
}

/** Stand in the journal where an actor had to wait; machines do not listen to them. */
export const LAZY_ARRIVED = 'lazyLogic.arrived';
const LAZY_LOST = 'lazyLogic.lost';

/**
 * The actor *is* the real one: its path, its snapshots and its children are those of the machine that was loaded, so that a journal,
 * a replay and the inspector need to know nothing of this. Whoever starts one before its code is there has an actor that remembers
 * what it is told and takes it all when the code has arrived; whoever wants to see its state at once calls `preload` first.
 */
export function lazyLogic<Logic extends AnyStateMachine>(load: () => Promise<Logic>): LazyLogic<Logic> {
  const code: Lazy<AnyStateMachine> = lazyOnce(load);
  const waiting = new WeakSet<object>();
  const wait = (snapshot: Waiting): Waiting => {
    waiting.add(snapshot);
    return snapshot;
  };
  const isWaiting = (snapshot: object): snapshot is Waiting => waiting.has(snapshot);
  const here = (): AnyStateMachine => {
    const logic = code.arrived();
    if (!logic) throw new Error('a lazy logic runs before its code has arrived');
    return logic;
  };

  function takeWaiting(snapshot: Waiting, event: AnyEventObject, scope: AnyActorScope): object {
    if (event.type === LAZY_ARRIVED) {
      const begun: object = here().getInitialSnapshot(scope, snapshot.input);
      return snapshot.heard.reduce<object>((state, heard) => here().transition(state as never, heard, scope as never), begun);
    }
    if (event.type === LAZY_LOST) return wait({ ...snapshot, status: 'error', error: event['error'] });
    if (event.type === 'xstate.stop') return wait({ ...snapshot, status: 'stopped' });
    return wait({ ...snapshot, heard: [...snapshot.heard, event] });
  }

  const logic = {
    preload: async () => void (await bring(code)),
    real: code.arrived,
    getInitialSnapshot: (scope: AnyActorScope, input: unknown): object =>
      code.arrived()?.getInitialSnapshot(scope, input) ?? wait({ status: 'active', output: undefined, error: undefined, input, heard: [] }),
    start(snapshot: object, scope: AnyActorScope): void {
      if (!isWaiting(snapshot)) return here().start(snapshot as never);
      const { self } = scope as ActorScope<Snapshot<unknown>, AnyEventObject>;
      const tell = (event: AnyEventObject) => self.getSnapshot().status === 'active' && self.send(event);
      bring(code).then(
        () => tell({ type: LAZY_ARRIVED }),
        (error: unknown) => tell({ type: LAZY_LOST, error }),
      );
    },
    transition: (snapshot: object, event: AnyEventObject, scope: AnyActorScope): object =>
      isWaiting(snapshot) ? takeWaiting(snapshot, event, scope) : here().transition(snapshot as never, event, scope as never),
    getPersistedSnapshot: (snapshot: object, options?: unknown): object =>
      isWaiting(snapshot) ? snapshot : here().getPersistedSnapshot(snapshot as never, options),
  };
  return logic as unknown as LazyLogic<Logic>;
}

/** The machine that an actor runs by; null where it is none, or has not arrived. */
export function machineOf(logic: unknown): AnyStateMachine | null {
  if (logic instanceof StateMachine) return logic as AnyStateMachine;
  const real = (logic as Partial<LazyLogic<AnyStateMachine>> | null | undefined)?.real?.();
  return real instanceof StateMachine ? real : null;
}
