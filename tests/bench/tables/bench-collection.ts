import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { sectionInput } from '#actors/shell/section-input';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { CollectionInput, CollectionPage } from '#machines/table/collection.vocabulary';
import { collectionMachine } from '#machines/table/collection.machine';
import { benchResource, type BenchRow } from './bench-rows.ts';

const ABILITIES = { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true } as const;
/** Nobody keeps the table's address here. */
const owner = createActor(fromPromise(() => Promise.resolve())) as unknown as CollectionInput['owner'];

/** The real collection with its rows there, so that mounting the table is all that is left to do. */
export async function loadedCollection(rows: readonly BenchRow[]): Promise<CollectionRef> {
  const page: CollectionPage = { rows, total: rows.length, remark: '' };
  const machine = collectionMachine.provide({
    actors: { loadPage: fromPromise(() => Promise.resolve(page)) as never, hearChanges: fromCallback(() => undefined) },
  });
  const collection = createActor(machine, { input: { ...sectionInput(benchResource, ABILITIES, null), params: {}, owner } }).start();
  await waitFor(collection, (snapshot) => !snapshot.hasTag('busy'));
  return collection;
}
