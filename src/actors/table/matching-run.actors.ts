import { map, type Observable } from 'rxjs';
import { assign, createEmptyActor, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { listInput } from '#api/list-input';
import { FailureError } from '#domain/base/failure';
import type { Language } from '#domain/base/language';
import { afterRefusal, MAX_MATCHING, TOLD_REFUSALS, type PortionOutcome } from '#domain/table/matching';
import {
  EMPTY_QUERY,
  groupsOf,
  MAX_CONDITIONS,
  MAX_PAGE_SIZE,
  searchOf,
  type CollectionQuery,
  type SearchCondition,
} from '#domain/table/resource-query';
import { NO_REHEARSAL } from '#domain/table/percent';
import type { Resource } from '#domain/table/resource';
import { titleKey } from '#domain/table/title-key';
import { bulkEditMachine, selectBulkValues, type BulkEditRef, type BulkWish } from '#machines/table/bulk-edit.machine';
import { matchingRunMachine, selectIsMatchingRunning, type MatchingRunRef } from '#machines/table/matching-run.machine';
import type { PortionTask } from '#machines/table/matching.vocabulary';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { requireResource } from '../base/resource-book.ts';
import type { Notices } from '../base/call-ports.ts';
import { snapshots } from '../base/snapshots.ts';
import { checked, rehearsalOf, sentWish } from './bulk-edit.actors.ts';
import { decodeRows } from './decode-rows.ts';

export interface MatchingPorts {
  readonly call: Call;
  /** @throws when there is no resource of that name */
  readonly resourceOf: (name: string) => Resource;
  readonly notices: Pick<Notices, 'succeeded'>;
  /** In which records are called by their names. */
  readonly language: () => Language;
}

interface Written {
  readonly count: number;
  readonly change?: number | undefined;
}

const NEWS = { delete: 'del', edit: 'edit', step: 'step' } as const;

/** Runs over all records that match, by the calls that a person's own bulk acts make: the server judges each record as it does there. */
export const matchingRunLogic = (ports: MatchingPorts): typeof matchingRunMachine => {
  const { call, resourceOf, notices } = ports;
  return matchingRunMachine.provide({
    actors: {
      readIds: fromPromise(async ({ input: { resource: name, query, owner }, signal }) => {
        const resource = resourceOf(name);
        const ids = new Set<number>();
        // One page more than may be: then it is known that there are too many.
        for (let last: number | null = null, page = 1; ids.size <= MAX_MATCHING; page += 1) {
          const input = listInput(resource, nextOf(query, last, page));
          const { list: rows = [] } = await call(resourceEndpoints(resource).list, input, { signal, duplicates: 'allowed' });
          for (const { id } of decodeRows(resource.fields, rows)) ids.add((last = id));
          owner.send({ type: 'matching.advanced', known: ids.size });
          if (rows.length < MAX_PAGE_SIZE) break;
        }
        return [...ids];
      }),
      rehearsePortion: fromPromise(async ({ input: { resource, act, ids, told }, signal }) => {
        if (act.kind !== 'edit') return NO_REHEARSAL;
        const rehearsal = await rehearsalOf(ports, { resource, ids, values: act.values, percents: act.percents }, signal);
        return { ...rehearsal, refused: await named(ports, resource, rehearsal.refused, told, signal) };
      }),
      writePortion: fromPromise(async ({ input, signal }): Promise<PortionOutcome> => {
        try {
          const { count, change = null } = await written(ports, input, signal);
          return { done: count, change, refused: [], again: [] };
        } catch (error) {
          const outcome = error instanceof FailureError ? afterRefusal(input.ids, error.failure) : null;
          if (!outcome) throw error;
          return { ...outcome, refused: await named(ports, input.resource, outcome.refused, input.told, signal) };
        }
      }),
      undoAll: fromPromise(async ({ input: { resource, changes, idempotencyKey }, signal }) => {
        const { undo } = resourceWriteEndpoints(resourceOf(resource));
        await call(undo, { changes: [...changes] }, { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS });
      }),
    },
    actions: {
      announce: (_, { resource, act, done, changes }) => {
        const [change, ...more] = changes;
        if (!act || change === undefined) return;
        const undo = { controller: resourceOf(resource).controller, change, more };
        notices.succeeded('', { undo, news: { action: NEWS[act.kind], title: '', count: done } });
      },
    },
  });
};

/**
 * The next of them by their numbers, beyond the last that is known: a page by its place would pass over as many as were deleted of those
 * before it. A search that has no room for one condition more in each of its groups is read by places: what comes to match meanwhile moves
 * others to a later page, so pages are counted and not told from how many records are known.
 */
function nextOf(query: CollectionQuery, last: number | null, page: number): CollectionQuery {
  const asked = { ...query, page: 1, limit: MAX_PAGE_SIZE, order: { field: 'id', direction: 'asc' } } as const;
  if (last === null) return asked;
  const groups = groupsOf(query);
  if (groups.flat().length + groups.length > MAX_CONDITIONS) return { ...asked, page };
  const beyond: SearchCondition = { field: 'id', operator: 'gt', value: String(last) };
  return { ...asked, ...searchOf(groups.length === 0 ? [[beyond]] : groups.map((group) => [...group, beyond])) };
}

/** Writes one portion: how many records it has reached, and the number of the write, where it can be taken back. */
async function written({ call, resourceOf }: MatchingPorts, task: PortionTask, signal: AbortSignal): Promise<Written> {
  const { act, idempotencyKey } = task;
  const resource = resourceOf(task.resource);
  const ids = [...task.ids];
  const options = { signal, idempotencyKey, quiet: true, quietErrors: true, timeoutMs: ANSWERED_WITHIN_MS } as const;
  if (act.kind === 'delete') return (await call(resourceEndpoints(resource).remove, { ids }, options)) ?? { count: ids.length };
  if (act.kind === 'step') return call(eventEndpoint(resource, act.event, { right: 'edit' }), { ids }, options);
  const wish = { resource: resource.name, ids, values: act.values, percents: act.percents };
  return call(resourceWriteEndpoints(resource).saveMany, sentWish(resource, wish), options);
}

/**
 * The same, by the names that the list has for them: a number says little. Those that it no longer shows keep theirs, and so do those that
 * are counted only.
 * @param before how many were told already
 */
async function named<Told extends { readonly id: number }>(
  { call, resourceOf, language }: MatchingPorts,
  name: string,
  refused: readonly Told[],
  before: number,
  signal: AbortSignal,
): Promise<readonly (Told & { readonly title?: string })[]> {
  const told = refused.slice(0, Math.max(0, TOLD_REFUSALS - before)).map(({ id }) => id);
  if (told.length === 0) return refused;
  const resource = resourceOf(name);
  const search = [{ field: 'id', operator: 'IN', value: told.join(',') }] as const;
  try {
    const input = listInput(resource, { ...EMPTY_QUERY, limit: TOLD_REFUSALS, search });
    const { list = [] } = await call(resourceEndpoints(resource).list, input, { signal, duplicates: 'allowed', quietErrors: true });
    const rows = new Map(decodeRows(resource.fields, list).map((row) => [row.id, row]));
    return refused.map((one) => {
      const row = rows.get(one.id);
      const title = row?.[titleKey(resource, row, language())];
      return { ...one, ...(typeof title === 'string' && title !== '' && { title }) };
    });
  } catch (error) {
    // What was refused is said all the same.
    if (signal.aborted || !(error instanceof FailureError)) throw error;
    return refused;
  }
}

/** Whether it would be left half done. */
export const watchRunning = (run: MatchingRunRef): Observable<boolean> => snapshots(run).pipe(map(selectIsMatchingRunning));

/** Who is told nothing. */
const NOBODY = createEmptyActor();

type Chosen = Pick<BulkWish, 'values' | 'percents'>;

/** Whether somebody has chosen what to change: that would be lost. */
export const isTyped = (form: BulkEditRef): Observable<boolean> =>
  snapshots(form).pipe(map((snapshot) => Object.keys(selectBulkValues(snapshot)).length > 0));

/**
 * What somebody gives all records that match is chosen as for those of a page; no call is made before it is known which they are.
 * @param begun what was chosen before
 */
export const matchingForm = (resource: string, begun: Chosen | null, onChosen: (wish: Chosen) => void) => ({
  logic: bulkEditMachine.provide({
    actors: {
      saveMany: fromPromise(({ input: { values, percents } }) => {
        onChosen({ values, percents });
        return Promise.resolve();
      }),
    },
    actions: { check: assign(({ context }) => checked({ resourceOf: requireResource }, context)) },
  }),
  input: { resource, ids: [], key: '', list: NOBODY, dialog: NOBODY, ...(begun && { begun }) },
  isTyped,
});
