import { MantineProvider } from '@mantine/core';
import { act, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterAll, describe, expect, it } from 'vitest';
import {
  SimulatedClock,
  createActor,
  type ActorRefFrom,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import { deliver, edgesOf, inertOf, onTheWay, viewOf, type Edge, type Model, type ModelEvent } from './model.ts';
import { PathRecord } from './path-coverage.ts';

/** What a user does to cause an event. */
export type Driver<M extends AnyStateMachine> = (user: UserEvent, event: ModelEvent<M>) => Promise<void>;
export type Drivers<M extends AnyStateMachine> = { readonly [Type in Extract<ModelEvent<M>, EventObject>['type']]?: Driver<M> };

export interface ViewOptions<M extends AnyStateMachine> {
  /** Leaves out edges that the view deliberately does not offer. Say why beside it. */
  readonly only?: (edge: Edge<M>) => boolean;
  /** What must be seen in every state: says no, or throws, where it is not. */
  readonly seen?: (snapshot: AnyMachineSnapshot) => boolean | void;
}

/** Some views are drawn hundreds of times. */
const VIEW_TIMEOUT_MS = 300_000;

type View<M extends AnyStateMachine> = (actor: ActorRefFrom<M>) => ReactElement;

/**
 * Drives the edges of a model through a component: events with a driver are caused by the user, the others are sent to the actor.
 * At each step the actor is where the model says, with the context it says. Edges that do not end in a driven event are left to
 * `describeModel`.
 */
export function describeView<M extends AnyStateMachine>(
  model: Model<M>,
  view: View<M>,
  drivers: Drivers<M>,
  options: ViewOptions<M> = {},
): void {
  const walked = new PathRecord(model.machine.id);
  describe(`view of ${model.machine.id}`, () => {
    it('takes every edge that it offers', { timeout: VIEW_TIMEOUT_MS }, async () => {
      const offered = edgesOf(model).filter(
        (edge) => (edge.steps.at(-1)!.event as EventObject).type in drivers && (options.only?.(edge) ?? true),
      );
      const ways = offered.filter((one) => !offered.some((other) => continues(one, other)));
      for (const edge of ways) {
        await drive(model, edge, view, drivers, options, walked).catch((error: unknown) => {
          throw onTheWay(edge.name, error);
        });
      }
      const driven = new Set(offered.flatMap((edge) => edge.steps.map(({ event }) => (event as EventObject).type)));
      expect(Object.keys(drivers).filter((type) => !driven.has(type))).toEqual([]);
    });
    if (!model.isUnreported) afterAll(() => walked.write('view', expect.getState().testPath ?? ''));
  });
}

/** Whether a longer way begins with all steps of this one, which are looked at on it as well. */
const continues = <M extends AnyStateMachine>(way: Edge<M>, longer: Edge<M>): boolean =>
  longer.steps.length > way.steps.length &&
  longer.input === way.input &&
  way.steps.every(({ event }, index) => longer.steps[index]?.event === event);

/** One edge through a freshly rendered component; returns the number of steps. */
export async function drive<M extends AnyStateMachine>(
  model: Model<M>,
  edge: Edge<M>,
  view: View<M>,
  drivers: Drivers<M>,
  { seen = () => true }: ViewOptions<M> = {},
  walked = new PathRecord(model.machine.id),
): Promise<number> {
  const clock = new SimulatedClock();
  const machine = model.inert ?? inertOf(model.machine);
  const actor = createActor(machine as AnyStateMachine, { id: 'model', clock, input: edge.input, inspect: walked.inspect }).start();
  const user = userEvent.setup({ delay: null });
  const page = render(<MantineProvider env="test">{view(actor as ActorRefFrom<M>)}</MantineProvider>);
  const look = (snapshot: AnyMachineSnapshot) => {
    if (seen(snapshot) === false) throw new Error(`not seen in ${JSON.stringify([snapshot.value, snapshot.context])}`);
  };
  look(edge.initial as AnyMachineSnapshot);
  for (const { event, expected } of edge.steps) {
    const driver = (drivers as Readonly<Record<string, Driver<M> | undefined>>)[(event as EventObject).type];
    if (driver) await driver(user, event);
    else await act(async () => deliver(actor as never, clock, event));
    const live = actor.getSnapshot() as AnyMachineSnapshot;
    expect(live.value).toEqual((expected as AnyMachineSnapshot).value);
    expect(viewOf(model, live as SnapshotFrom<M>)).toEqual(viewOf(model, expected));
    look(live);
  }
  page.unmount();
  actor.stop();
  return edge.steps.length;
}
