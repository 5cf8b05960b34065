import { sessionMachine } from '#machines/session/session.machine';

/** A way from one state of the sign-in to another. */
export interface ChartWay {
  readonly from: string;
  readonly to: string;
  /** What makes it go this way; names its words. */
  readonly name: string;
}

export interface DrawnSignIn {
  readonly initial: string;
  /** In the order of the machine. */
  readonly states: readonly string[];
  readonly ways: readonly ChartWay[];
}

type Node = (typeof sessionMachine)['root'];

/** Passed through before anybody sees anything. */
const PASSING = 'restored';
const INITIAL = 'signedOut';

/** `session.signInRequested` → `signInRequested`, `xstate.done.actor.signIn` → `done`. */
const nameOf = (event: string): string => /^xstate\.(done|error)\./u.exec(event)?.[1] ?? event.replace(/^.*\./u, '');

/** Where something leads by itself, once what it waits for is done: who looks on presses nothing in between. */
const afterwards = (node: Node): readonly Node[] =>
  [...node.transitions.values()].flat().flatMap(({ eventType, target }) => (eventType.startsWith('xstate.done.') ? (target ?? []) : []));

const top = (path: readonly string[]): string => path[0] ?? '';

/**
 * The chart of the sign-in as its machine has it: its states, and the ways between them. It is read from the machine that signs people in,
 * so that it cannot be out of date. A sign-in elsewhere in the browser, which leads out of every state alike, is no way of the chart.
 */
export function readSignInChart(): DrawnSignIn {
  const states = Object.values(sessionMachine.root.states).filter(({ key }) => key !== PASSING);
  const ways = states.flatMap((state) =>
    [...state.transitions.values()].flatMap((transitions) =>
      transitions.flatMap(({ eventType, target }, index) =>
        (target ?? [])
          .flatMap((to) => (top(to.path) === state.key ? afterwards(to) : [to]))
          .map(({ path }) => top(path))
          .filter((to) => to !== state.key)
          .map((to) => ({ from: state.key, to, name: transitions.length > 1 ? `${nameOf(eventType)}${index + 1}` : nameOf(eventType) })),
      ),
    ),
  );
  // Whoever begins is offered first what most people do, though the machine asks for the exception first.
  const isUsual = ({ from, to }: ChartWay): boolean => from === INITIAL && to === 'readingLogin';
  return {
    initial: INITIAL,
    states: states.map(({ key }) => key),
    ways: ways.toSorted((one, other) => Number(isUsual(other)) - Number(isUsual(one))),
  };
}
