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
import { deliver, edgesOf, inertOf, onTheWay, toursOf, viewOf, type Edge, type Model, type ModelEvent } from './model.ts';
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
      for (const tour of toursOf(offered, true)) await driveTour(model, tour, view, drivers, options, walked);
      const driven = new Set(offered.flatMap((edge) => edge.steps.map(({ event }) => (event as EventObject).type)));
      expect(Object.keys(drivers).filter((type) => !driven.has(type))).toEqual([]);
    });
    if (!model.isUnreported) afterAll(() => walked.write('view', expect.getState().testPath ?? ''));
  });
}

/**
 * Drives a tour; where that fails, each of its edges by itself, for the failure of one tells the shortest way to it. A tour whose edges pass alone
 * is a fault as well: the view has kept something of the states before.
 */
export async function driveTour<M extends AnyStateMachine>(
  model: Model<M>,
  tour: readonly Edge<M>[],
  view: View<M>,
  drivers: Drivers<M>,
  options: ViewOptions<M>,
  walked: PathRecord,
): Promise<void> {
  const taken: string[] = [];
  try {
    await driveOn(model, tour, view, drivers, options, walked, taken);
  } catch (error) {
    for (const edge of tour)
      await drive(model, edge, view, drivers, options, walked).catch((own: unknown) => {
        throw onTheWay(edge.name, own);
      });
    throw onTheWay(`${taken.at(-1)} passes alone, and fails after ${taken.slice(0, -1).join(' > ')}`, error);
  }
}

/** One edge through a freshly rendered component; returns the number of steps. */
export async function drive<M extends AnyStateMachine>(
  model: Model<M>,
  edge: Edge<M>,
  view: View<M>,
  drivers: Drivers<M>,
  options: ViewOptions<M> = {},
  walked = new PathRecord(model.machine.id),
): Promise<number> {
  await driveOn(model, [edge], view, drivers, options, walked);
  return edge.steps.length;
}

/** Edges of which each begins where the one before it ends, through one component; `taken` tells afterwards how far it went. */
async function driveOn<M extends AnyStateMachine>(
  model: Model<M>,
  edges: readonly Edge<M>[],
  view: View<M>,
  drivers: Drivers<M>,
  { seen = () => true }: ViewOptions<M>,
  walked: PathRecord,
  taken: string[] = [],
): Promise<void> {
  const { input, initial, steps: way } = edges[0]!;
  const clock = new SimulatedClock();
  const machine = model.inert ?? inertOf(model.machine);
  const actor = createActor(machine as AnyStateMachine, { id: 'model', clock, input, inspect: walked.inspect }).start();
  const user = userEvent.setup({ delay: null });
  const page = render(<MantineProvider env="test">{view(actor as ActorRefFrom<M>)}</MantineProvider>);
  const look = (snapshot: AnyMachineSnapshot) => {
    if (seen(snapshot) === false) throw new Error(`not seen in ${JSON.stringify([snapshot.value, snapshot.context])}`);
  };
  try {
    look(initial as AnyMachineSnapshot);
    for (const { event, expected } of [...way.slice(0, -1), ...edges.map(({ steps }) => steps.at(-1)!)]) {
      taken.push((event as EventObject).type);
      const driver = (drivers as Readonly<Record<string, Driver<M> | undefined>>)[(event as EventObject).type];
      if (driver) await driver(user, event);
      else await act(async () => deliver(actor as never, clock, event));
      const live = actor.getSnapshot() as AnyMachineSnapshot;
      expect(live.value).toEqual((expected as AnyMachineSnapshot).value);
      expect(viewOf(model, live as SnapshotFrom<M>)).toEqual(viewOf(model, expected));
      look(live);
    }
  } finally {
    page.unmount();
    actor.stop();
  }
}
