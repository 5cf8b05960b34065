/**
 * A table of records: what it is asked for, what it shows, what is selected, and the writes that start from it.
 * Owned by its tab and dies with it. Page, order and filters live in the address; the newest answer wins; old rows stay while loading.
 * Source: specification §7 "CRUD helper", §9 "Tables"; readings 7.8, 7.9, 9.8, 9.11; wire protocol §4.10.
 */
import { assign, fromCallback, fromPromise, raise, sendTo, setup, stopChild } from 'xstate';
import type { Abilities } from '#domain/table/abilities';
import { fromAddress, toAddress, type AddressParams } from '#domain/table/collection-address';
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { CollectionQuery } from '#domain/table/resource-query';
import { branchIds, findRow, toggled, type RowTarget } from '#domain/table/row';
import { isSameValue } from '#domain/base/same-value';
import type { TableSettings } from '#domain/table/table-settings';
import type * as vocabulary from './collection.vocabulary.ts';
import { beginChange, changeActorId, mayChange, revertChange, settleChange, withChanges } from './collection-changes.ts';
import * as placing from './collection-context.ts';
import { askedByAddress, declaredAnew, steppedBack, withoutFilter, withoutFilters, type FilterPlace } from './collection-query.ts';
import { hasNext, openedNew, openedNext, type Ended, type NewRecord } from './collection-form.ts';
import { failureIn, stepAcross, moveStep } from './collection-steps.ts';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { fieldChangeMachine, type CellChange } from './field-change.machine.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { recordFormMachine } from './record-form.machine.ts';

type Context = vocabulary.CollectionContext;
type Page = vocabulary.CollectionPage;
type Ids = { readonly ids: readonly number[] };
type About<T> = T & { readonly resource: string };
type Known = { readonly id: number; readonly values: AnyRecord };
const ENDED = { type: 'endChange', params: ({ event }: { readonly event: Known }) => event } as const;

export const collectionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as vocabulary.CollectionEvent,
    input: {} as vocabulary.CollectionInput,
    tags: {} as 'busy' | 'writing' | 'failed',
    children: {} as { recordForm: 'recordForm' },
  },
  actors: {
    loadPage: fromPromise<vocabulary.CollectionPage, About<{ readonly query: CollectionQuery }>>(notProvided('loadPage')),
    removeRecords: fromPromise<void, About<vocabulary.Removal>>(notProvided('removeRecords')),
    moveRecord: fromPromise<void, About<vocabulary.MoveWish>>(notProvided('moveRecord')),
    fieldChange: fieldChangeMachine,
    recordForm: recordFormMachine,
    /** Says when its records were changed from elsewhere. */
    hearChanges: fromCallback<vocabulary.CollectionEvent, About<object>>(notProvided('hearChanges')),
    /** Has a list that the lack of a line kept from being read read again with the line. */
    awaitLine: fromCallback<vocabulary.CollectionEvent, { readonly failure: Failure | null }>(notProvided('awaitLine')),
  },
  delays: { typingPause: 500 },
  guards: {
    isOtherQuery: ({ context }, { params }: { readonly params: AddressParams }) =>
      !isSameValue(fromAddress(context.addressing, params), context.query),
    isPastEnd: ({ context }, page: Page) => page.rows.length === 0 && context.query.page > 1,
    mayDelete: ({ context }, { ids }: Partial<Ids>) => context.abilities.mayDelete && (ids ?? context.selection).length > 0,
    mayMove: ({ context }, target: RowTarget) => placing.mayMove(context, target),
    mayMoveTo: ({ context }, place: placing.MovePlace) => placing.mayMoveTo(context, place),
    isFollowed: ({ context: { move } }) => move !== null && 'position' in move && move.isFollowed,
    isBeyondRange: ({ context }, target: RowTarget) => placing.isBeyondRange(context, target),
    mayChange: ({ context }, params: Pick<CellChange, 'id' | 'field'>) => mayChange(context, params),
    mayAdd: ({ context }) => context.abilities.mayAdd,
    mayEdit: ({ context }, { ids }: Ids) => context.abilities.mayEdit && ids.length > 0,
    changesList: (_, { output: { outcome, isListOutdated } }: Ended) => outcome === 'saved' || isListOutdated === true,
    hasNext: ({ context }, params: Ended) => hasNext(context, params),
  },
  actions: {
    /** Another filter, order or page size leads back to the first page. */
    ask: assign(({ context }, query: Partial<CollectionQuery>) => ({ query: { ...context.query, page: 1, ...query } })),
    removeFilter: assign(({ context }, place: FilterPlace) => withoutFilter(context, place)),
    clearFilters: assign(({ context }) => withoutFilters(context)),
    applyQuickSearch: assign(({ context }) => ({ query: { ...context.query, page: 1, quickSearch: context.quickSearchText } })),
    followAddress: assign(({ context }, { params }: { readonly params: AddressParams }) => ({
      ...askedByAddress(context, params),
      scrolled: placing.AT_TOP,
    })),
    stepBack: assign(({ context }, page: Page) => ({ query: steppedBack(context.query, page) })),
    setText: assign({ quickSearchText: (_, { text }: { readonly text: string }) => text }),
    reportQuery: sendTo(
      ({ context }) => context.owner,
      ({ context }): vocabulary.CollectionReport => ({
        type: 'section.queryChanged',
        resource: context.resource,
        query: toAddress(context.addressing, context.query),
      }),
    ),
    reload: raise({ type: 'collection.queryChanged' }),
    refresh: raise({ type: 'collection.refreshed' }),
    showPage: assign(({ context }, page: Page) => placing.shownPage(context, page)),
    setScrolled: assign({ scrolled: (_, { scrolled }: { readonly scrolled: vocabulary.Scrolled }) => scrolled }),
    setFailure: assign(toFailure),
    setAbilities: assign({ abilities: (_, { abilities }: { readonly abilities: Abilities }) => abilities }),
    declare: assign(({ context }, { declared }: { readonly declared: vocabulary.DeclaredList }) => declaredAnew(context, declared)),
    /** An open form keeps what was typed. */
    declareForm: sendTo('recordForm', ({ context }) => ({ type: 'form.declared', initial: context.newRecord })),
    toggleRow: assign({ selection: ({ context }, { id }: { readonly id: number }) => toggled(context.selection, id) }),
    selectRows: assign({ selection: (_, { ids }: Ids) => ids }),
    toggleBranch: assign({ expanded: ({ context }, { id }: { readonly id: number }) => toggled(context.expanded, id) }),
    toggleAllBranches: assign({ expanded: ({ context }) => (context.expanded.length > 0 ? [] : branchIds(context.rows ?? [])) }),
    arrangeTable: assign({
      table: ({ context }, { table }: { readonly table: Partial<TableSettings> }) => ({ ...context.table, ...table }),
    }),
    reportTable: sendTo(
      ({ context }) => context.owner,
      ({ context: { resource, table } }): vocabulary.CollectionReport => ({ type: 'section.tableChanged', resource, table }),
    ),
    askAbout: assign({ askedIds: ({ context }, { ids }: Partial<Ids>) => ids ?? context.selection }),
    clearAsked: assign({ askedIds: [] }),
    deselectAsked: assign(({ context }) => ({ askedIds: [], selection: context.selection.filter((id) => !context.askedIds.includes(id)) })),
    move: assign(({ context }, target: RowTarget) => placing.movedBeside(context, target)),
    moveTo: assign(({ context }, place: placing.MovePlace) => placing.movedTo(context, place)),
    follow: assign(({ context }) => placing.followed(context)),
    keep: assign({ move: null, rowsBefore: null }),
    putBack: assign(({ context }) => ({ move: null, rowsBefore: null, rows: withChanges(context.rowsBefore ?? [], context.changes) })),
    change: assign(({ context, spawn, self }, { id, field, value }: CellChange) => {
      const [change, row] = [{ id, field, value }, findRow(context.rows ?? [], id) ?? {}];
      spawn('fieldChange', { id: changeActorId(id), input: { owner: self, resource: context.resource, change, row } });
      return beginChange(context, change);
    }),
    keepChange: assign(({ context }, known: Known) => settleChange(context, known)),
    putChangeBack: assign(({ context }, known: Known) => revertChange(context, known)),
    endChange: stopChild((_, { id }: Known) => changeActorId(id)),
    showFailure: effect<{ readonly failure: Failure }>(),
    warnBeyondRange: effect(),
    openNew: assign(({ context }, wish: NewRecord) => openedNew(context, wish)),
    openFirst: assign((_, { key, ids }: { readonly key: string } & Ids) => ({ form: { key, ids, of: ids.length, values: {} } })),
    openNext: assign(({ context }, params: Ended) => openedNext(context, params)),
    closeForm: assign({ form: null }),
  },
}).createMachine({
  id: 'collection',
  type: 'parallel',
  context: ({ input: { params, ...input } }) => ({ ...input, ...placing.initialContext(fromAddress(input.addressing, params)) }),
  invoke: { id: 'hearChanges', src: 'hearChanges', input: ({ context: { resource } }) => ({ resource }) },
  on: {
    'collection.pageChosen': { actions: [{ type: 'ask', params: ({ event: { page } }) => ({ page }) }, 'reportQuery', 'reload'] },
    'collection.pageSizeChosen': { actions: [{ type: 'ask', params: ({ event: { limit } }) => ({ limit }) }, 'reportQuery', 'reload'] },
    'collection.sorted': { actions: [{ type: 'ask', params: ({ event: { order } }) => ({ order }) }, 'reportQuery', 'reload'] },
    'collection.searched': {
      actions: [{ type: 'ask', params: ({ event: { search, alternatives = [] } }) => ({ search, alternatives }) }, 'reportQuery', 'reload'],
    },
    'collection.filterRemoved': { actions: [{ type: 'removeFilter', params: payload }, 'reportQuery', 'reload'] },
    'collection.filtersCleared': { actions: ['clearFilters', 'reportQuery', 'reload'] },
    'collection.addressChanged': {
      guard: { type: 'isOtherQuery', params: payload },
      actions: [{ type: 'followAddress', params: payload }, 'reload'],
    },
    'collection.abilitiesChanged': { actions: { type: 'setAbilities', params: payload } },
    'collection.rowToggled': { actions: { type: 'toggleRow', params: payload } },
    'collection.rowsSelected': { actions: { type: 'selectRows', params: payload } },
    'collection.branchToggled': { actions: { type: 'toggleBranch', params: payload } },
    'collection.allBranchesToggled': { actions: 'toggleAllBranches' },
    'collection.scrolled': { actions: { type: 'setScrolled', params: payload } },
    'collection.fieldChanged': { guard: { type: 'mayChange', params: payload }, actions: { type: 'change', params: payload } },
    'change.saved': { actions: [{ type: 'keepChange', params: payload }, ENDED, 'refresh'] },
    'change.refused': {
      actions: [{ type: 'putChangeBack', params: payload }, ENDED, { type: 'showFailure', params: payload }, 'refresh'],
    },
    'collection.tableArranged': { actions: [{ type: 'arrangeTable', params: payload }, 'reportTable'] },
  },
  states: {
    list: {
      initial: 'browsing',
      states: {
        browsing: {
          initial: 'loading',
          on: {
            'collection.queryChanged': { target: '.loading', reenter: true },
            'collection.refreshed': { target: '.loading', reenter: true },
            'collection.deleteRequested': {
              guard: { type: 'mayDelete', params: payload },
              target: 'confirming',
              actions: { type: 'askAbout', params: payload },
            },
            'collection.rowMoved': [
              { guard: { type: 'mayMove', params: payload }, target: 'moving', actions: { type: 'move', params: payload } },
              { guard: { type: 'isBeyondRange', params: payload }, actions: 'warnBeyondRange' },
            ],
            'collection.rowMovedTo': {
              guard: { type: 'mayMoveTo', params: payload },
              target: 'moving',
              actions: { type: 'moveTo', params: payload },
            },
            'collection.rowStepped': [
              { guard: { type: 'mayMove', params: moveStep }, target: 'moving', actions: { type: 'move', params: moveStep } },
              { guard: { type: 'mayMoveTo', params: stepAcross }, target: 'moving', actions: { type: 'moveTo', params: stepAcross } },
            ],
          },
          states: {
            loading: {
              tags: 'busy',
              invoke: {
                id: 'loadPage',
                src: 'loadPage',
                input: ({ context: { resource, query } }) => ({ resource, query }),
                onDone: [
                  {
                    guard: { type: 'isPastEnd', params: output },
                    target: 'loading',
                    reenter: true,
                    actions: [{ type: 'stepBack', params: output }, 'reportQuery'],
                  },
                  { target: 'ready', actions: { type: 'showPage', params: output } },
                ],
                onError: { target: 'failed', actions: SET_FAILURE },
              },
            },
            ready: {},
            failed: { tags: 'failed', invoke: { id: 'awaitLine', src: 'awaitLine', input: ({ context: { failure } }) => ({ failure }) } },
          },
        },
        confirming: {
          on: {
            'collection.queryChanged': { target: 'browsing', actions: 'clearAsked' },
            'collection.deleteConfirmed': 'deleting',
            // What was changed meanwhile is read with the list.
            'collection.deleteCancelled': { target: 'browsing', actions: 'clearAsked' },
          },
        },
        deleting: {
          tags: ['busy', 'writing'],
          invoke: {
            id: 'removeRecords',
            src: 'removeRecords',
            input: placing.removalInput,
            onDone: { target: 'browsing', actions: 'deselectAsked' },
            onError: { target: 'browsing', actions: ['clearAsked', { type: 'showFailure', params: failureIn }] },
          },
        },
        moving: {
          tags: ['busy', 'writing'],
          invoke: {
            id: 'moveRecord',
            src: 'moveRecord',
            input: ({ context }) => placing.moveInput(context),
            onDone: [
              { guard: 'isFollowed', target: 'browsing', actions: ['follow', 'reportQuery', 'keep'] },
              { target: 'browsing', actions: 'keep' },
            ],
            onError: { target: 'browsing', actions: ['putBack', { type: 'showFailure', params: failureIn }] },
          },
        },
      },
    },
    quickSearch: {
      initial: 'settled',
      states: {
        settled: {
          on: { 'collection.quickSearchTyped': { target: 'typing', actions: { type: 'setText', params: payload } } },
        },
        typing: {
          on: {
            // Not on the region: re-entering a region leaves its siblings too.
            'collection.quickSearchTyped': { target: 'typing', reenter: true, actions: { type: 'setText', params: payload } },
            'collection.quickSearchSubmitted': { target: 'settled', actions: ['applyQuickSearch', 'reportQuery', 'reload'] },
          },
          after: { typingPause: { target: 'settled', actions: ['applyQuickSearch', 'reportQuery', 'reload'] } },
        },
      },
    },
    form: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'collection.declared': { actions: [{ type: 'declare', params: payload }, 'reportQuery', 'reload'] },
            'collection.addRequested': { guard: 'mayAdd', target: 'open', actions: { type: 'openNew', params: payload } },
            'collection.editRequested': {
              guard: { type: 'mayEdit', params: payload },
              target: 'open',
              actions: { type: 'openFirst', params: payload },
            },
          },
        },
        open: {
          on: { 'collection.declared': { actions: [{ type: 'declare', params: payload }, 'declareForm', 'reportQuery', 'reload'] } },
          invoke: {
            id: 'recordForm',
            src: 'recordForm',
            input: ({ context: { resource, form } }) => placing.formInput(resource, form),
            onDone: [
              {
                guard: { type: 'hasNext', params: payload },
                target: 'open',
                reenter: true,
                actions: [{ type: 'openNext', params: payload }, 'refresh'],
              },
              { guard: { type: 'changesList', params: payload }, target: 'closed', actions: ['closeForm', 'refresh'] },
              { target: 'closed', actions: 'closeForm' },
            ],
            onError: { target: 'closed', actions: ['closeForm', { type: 'showFailure', params: failureIn }] },
          },
        },
      },
    },
  },
});
