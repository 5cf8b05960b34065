import { filter, merge, NEVER, type Observable, type Subject } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import { ATTACHMENTS, removeAttachments } from '#api/contract/files/attachment';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { Call } from '#api/client';
import { listInput } from '#api/list-input';
import { rejection } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { collectionMachine } from '#machines/table/collection.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import type { Notices } from '../base/call-ports.ts';
import { knownSections } from '../base/resource-book.ts';
import type { ActorSystem } from '../base/system.ts';
import { decodeRows } from './decode-rows.ts';
import { fieldChangeLogic } from './field-change.actors.ts';
import { recordFormLogic } from './record-form.actors.ts';

export interface CollectionPorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
  readonly notices: Notices;
  /** A new idempotency key. */
  readonly newKey: () => string;
  /** Controllers whose records were changed from elsewhere than their own list; told too. */
  readonly recordsChanged: Subject<string>;
  /** Somebody comes back to the page, and to the list of this name. */
  readonly returned?: (resource: string, system: ActorSystem) => Observable<unknown>;
  /** The browser may have its line again. */
  readonly lineBack?: Observable<unknown>;
  /** A list is here: what was put off for it can go on. */
  readonly listRead?: () => void;
}

/** The calls of a table, for any resource. Source: specification §7 "CRUD helper"; wire protocol §4. */
export const collectionLogic = (ports: CollectionPorts): typeof collectionMachine => {
  const { call, resourceOf, notices, newKey, recordsChanged, returned = () => NEVER, lineBack = NEVER, listRead = () => {} } = ports;
  const endpointsOf = (name: string) => resourceEndpoints(resourceOf(name));
  return collectionMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ input: { resource: name, query }, signal }) => {
        const resource = resourceOf(name);
        const { list, total, remark } = await call(endpointsOf(name).list, listInput(resource, query), { signal });
        const rows = decodeRows(resource.fields, list ?? []);
        listRead();
        return { rows, total: total ?? rows.length, remark };
      }),
      removeRecords: fromPromise(async ({ input: { resource, ids, evenIfUsed, related }, signal }) => {
        const options = { signal, idempotencyKey: newKey(), timeoutMs: ANSWERED_WITHIN_MS };
        // What was not seen to be used goes without force, so that a use of the last minute is still refused.
        try {
          if (resource === ATTACHMENTS.name) await call(removeAttachments, { ids: [...ids], force: evenIfUsed }, options);
          else await call(endpointsOf(resource).remove, { ids: [...ids], ...related }, options);
        } finally {
          // What named them was moved or deleted with them; without an answer it may have been, and a refusal says that it has changed.
          const others = related ? knownSections().filter(({ name }) => name !== resource) : [];
          for (const { controller } of others) recordsChanged.next(controller);
        }
      }),
      moveRecord: fromPromise(async ({ input: { resource: name, move, query, isDown }, signal }) => {
        const { list, sort } = endpointsOf(name);
        const idAt = async (position: number): Promise<number> => {
          const input = listInput(resourceOf(name), { ...query, page: position, limit: 1 });
          const { list: rows = [] } = await call(list, input, { signal, duplicates: 'allowed' });
          const [row] = decodeRows(resourceOf(name).fields, rows);
          // The list has become shorter meanwhile.
          if (!row) throw rejection('errors.navigation.beyondRange');
          return row.id;
        };
        // The protocol names no places, only records that stand there.
        const targetId = 'targetId' in move ? move.targetId : await idAt(move.position);
        // Servers of the family read one of two spellings, by their version.
        const resource = resourceOf(name);
        const { field, direction } = query.order ?? resource.defaultOrder;
        const older = { id: move.id, targetId };
        const order = `${wireNameOf(field, resource.fields[field])},${direction}`;
        const newer = { move: move.id, target: targetId, direction: isDown ? ('down' as const) : ('up' as const), order };
        await call(sort, { ...older, ...newer }, { signal, idempotencyKey: newKey(), timeoutMs: ANSWERED_WITHIN_MS });
      }),
      fieldChange: fieldChangeLogic(ports),
      recordForm: recordFormLogic(ports),
      hearChanges: fromCallback(({ input, sendBack, system }) => {
        const { controller } = resourceOf(input.resource);
        const heard = recordsChanged.pipe(filter((changed) => changed === controller));
        return refreshedBy(merge(heard, returned(input.resource, system)), sendBack);
      }),
      awaitLine: fromCallback(({ input: { failure }, sendBack }) =>
        refreshedBy(failure?.kind === 'unreachable' && !failure.online ? lineBack : NEVER, sendBack),
      ),
    },
    actions: {
      showFailure: (_, { failure }) => notices.failed(failure),
      warnBeyondRange: () => notices.warned('errors.navigation.beyondRange'),
    },
  });
};

function refreshedBy(news: Observable<unknown>, tell: (event: { readonly type: 'collection.refreshed' }) => void): () => void {
  const subscription = news.subscribe(() => tell({ type: 'collection.refreshed' }));
  return () => subscription.unsubscribe();
}
