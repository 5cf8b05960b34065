import { fromCallback, fromPromise } from 'xstate';
import type { OutputOf } from '#api/contract/base/endpoint';
import { deletedSections, restoreDeleted, revealSensitive, rollBackSensitive } from '#api/contract/changes/data-safety';
import { encodeRecord } from '#api/contract/table/record-codec';
import { FailureError } from '#domain/base/failure';
import type { RestoreAnswers, RestoreObstacle } from '#domain/changes/restore-obstacle';
import { binSectionsMachine, type BinSectionsEvent, type BinSectionsInput } from '#machines/changes/bin-sections.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { restoreMachine, type RestoreAnswer } from '#machines/changes/restore.machine';
import { revealMachine } from '#machines/changes/reveal.machine';
import { rollBackMachine } from '#machines/changes/roll-back.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { orWhereMissing } from '../base/or-where-missing.ts';
import { decodeObstacles, type ResourceFinder } from './decode-journal.ts';
import { isUnanswered, type UndoPlanPorts, type ChangePorts } from './undo-plan.actors.ts';

type Reply = OutputOf<typeof restoreDeleted>;

/** A run with anything refused is refused as a whole; what was in the way stands with the refusal. */
async function obstaclesOf(run: () => Promise<Reply>, find: ResourceFinder): Promise<readonly RestoreObstacle[]> {
  try {
    return decodeObstacles((await run())?.refused ?? [], find);
  } catch (error) {
    const { current } = error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure : {};
    // By the schema of the reply, of which it is a part.
    const read = restoreDeleted.output.safeParse({ count: 0, refused: current?.['refused'] });
    if (!read.success || !read.data || read.data.refused.length === 0) throw error;
    return decodeObstacles(read.data.refused, find);
  }
}

/** Lists hear of what was done, and of what may have been done because nobody said anything. */
async function told(found: Promise<readonly RestoreObstacle[]>, tell: () => void): Promise<readonly RestoreObstacle[]> {
  try {
    const obstacles = await found;
    if (obstacles.length === 0) tell();
    return obstacles;
  } catch (error) {
    if (isUnanswered(error)) tell();
    throw error;
  }
}

/** Answers by entry and wire name. */
function valuesOf({ values, leftOut }: RestoreAnswers, obstacles: readonly RestoreObstacle[], find: ResourceFinder) {
  const given = Object.entries(values).filter(([id]) => !leftOut.includes(Number(id)));
  return Object.fromEntries(
    given.map(([id, record]) => {
      const fields = find(obstacles.find((one) => one.id === Number(id))?.resource ?? '')?.fields;
      return [id, fields ? encodeRecord(fields, record) : record];
    }),
  );
}

/** Brings deleted records back. */
export const restoreLogic = ({ call, find, recordsChanged }: UndoPlanPorts): typeof restoreMachine =>
  restoreMachine.provide({
    actors: {
      restore: fromPromise(
        async ({ input: { entries, answers, obstacles, resources, idempotencyKey }, signal }): Promise<RestoreAnswer> => {
          const input = {
            ids: [...entries],
            values: valuesOf(answers, obstacles, find),
            withParents: answers.withParents,
            withoutColumns: answers.withoutColumns,
          };
          const options = { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS };
          const run = obstaclesOf(() => call(restoreDeleted, input, options), find);
          // Those that came along from above may be of any section.
          return { obstacles: await told(run, () => recordsChanged(answers.withParents ? null : resources)) };
        },
      ),
    },
  });

/** Gives watched fields the values they had. */
export const rollBackLogic = ({ call, find, recordsChanged }: UndoPlanPorts): typeof rollBackMachine =>
  rollBackMachine.provide({
    actors: {
      rollBack: fromPromise(async ({ input: { ids, isForced, resources, idempotencyKey }, signal }) => {
        const input = { ids: [...ids], force: isForced };
        const options = { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS };
        const run = obstaclesOf(() => call(rollBackSensitive, input, options), find);
        return { obstacles: await told(run, () => recordsChanged(resources)) };
      }),
    },
  });

/** Other servers do not count what is in their bin. */
const UNCOUNTED: OutputOf<typeof deletedSections> = { sections: [], days: null };

/** What is in the bin, as often as its list is read. */
export const binSectionsLogic = ({ call }: Pick<ChangePorts, 'call'>): typeof binSectionsMachine =>
  binSectionsMachine.provide({
    actors: {
      loadContent: fromPromise(({ signal }) => orWhereMissing(call(deletedSections, {}, { signal, duplicates: 'allowed' }), UNCOUNTED)),
      watchList: fromCallback<BinSectionsEvent, BinSectionsInput>(({ input: { list }, sendBack }) => {
        const collection = list as unknown as CollectionRef;
        let { rows, query } = collection.getSnapshot().context;
        const subscription = collection.subscribe(({ context }) => {
          // Other rows of another query are no news of the bin.
          if (rows !== null && context.rows !== rows && context.query === query) sendBack({ type: 'list.reread' });
          ({ rows, query } = context);
        });
        return () => subscription.unsubscribe();
      }),
    },
  });

/** The bare values of an entry; null while they are masked. */
export type Revealed = OutputOf<typeof revealSensitive> | null;

export interface Reveal {
  readonly logic: typeof revealMachine;
  readonly values: () => Revealed;
}

/** The values of one entry, once somebody asks for them. They stay outside of actors. */
export function newReveal({ call }: Pick<ChangePorts, 'call'>): Reveal {
  let values: Revealed = null;
  const logic = revealMachine.provide({
    actors: {
      reveal: fromPromise(async ({ input, signal }) => {
        values = await call(revealSensitive, input, { signal });
      }),
    },
    actions: { forget: () => void (values = null) },
  });
  return { logic, values: () => values };
}
