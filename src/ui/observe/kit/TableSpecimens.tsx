import { useLayoutEffect } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { CODE } from '#api/contract/base/wire';
import { FailureError, type Failure } from '#domain/base/failure';
import type { Abilities } from '#domain/table/abilities';
import type { AddressParams } from '#domain/table/collection-address';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionEvent, CollectionPage } from '#machines/table/collection.vocabulary';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { DataTable } from '../../kit/table/DataTable.tsx';
import { TableToolbar } from '../../kit/table/toolbar/TableToolbar.tsx';
import classes from './kit.module.css';
import { ALL, sampleListInput, NONE, sampleRows, sampleSection } from './sample-records.ts';
import { Specimen, type SpecimenState } from './Specimen.tsx';

type Answer = () => Promise<CollectionPage>;

/** A list that nobody has to be asked for. */
const listOf = (answer: Answer) =>
  collectionMachine.provide({
    actors: {
      loadPage: fromPromise(answer),
      removeRecords: fromPromise(() => Promise.resolve()),
      moveRecord: fromPromise(() => Promise.resolve()),
      hearChanges: fromCallback(() => {}),
      awaitLine: fromCallback(() => {}),
    },
  });

const page = (rows: CollectionPage['rows'], total = rows.length): Promise<CollectionPage> => Promise.resolve({ rows, total, remark: '' });
const failing =
  (failure: () => Failure): Answer =>
  () =>
    Promise.reject(new FailureError(failure()));

const LISTS = {
  filled: listOf(() => page(sampleRows(), 42)),
  loading: listOf(() => new Promise<never>(() => {})),
  empty: listOf(() => page([])),
  failed: listOf(failing(() => ({ kind: 'unreachable', online: true }))),
  denied: listOf(failing(() => ({ kind: 'rejected', code: CODE.forbidden, message: t('dev.kit.sample.denied') }))),
} as const;

interface ListProps {
  readonly of: keyof typeof LISTS;
  readonly state: SpecimenState;
  readonly abilities?: Abilities;
  readonly params?: AddressParams;
  /** Told once the list stands. */
  readonly then?: CollectionEvent;
}

const NO_PARAMS: AddressParams = {};

function List({ of, state, abilities = ALL, params = NO_PARAMS, then }: ListProps) {
  const resource = sampleSection(`kitList${state}`);
  const collection = useLeafActor(LISTS[of], { id: `kit:list:${state}`, input: sampleListInput(resource, abilities, params) });
  useLayoutEffect(() => {
    if (!then) return undefined;
    const rows = collection.subscribe(({ context }) => {
      if (context.rows === null) return;
      rows.unsubscribe();
      collection.send(then);
    });
    return () => rows.unsubscribe();
  }, [collection, then]);
  return (
    <Specimen of="TableToolbar, DataTable" state={state} isWide>
      <div className={classes.list}>
        <TableToolbar collection={collection} resource={resource} />
        <DataTable collection={collection} resource={resource} />
      </div>
    </Specimen>
  );
}

const SELECTED: CollectionEvent = { type: 'collection.rowsSelected', ids: [1, 2] };
const COMPACT: CollectionEvent = { type: 'collection.tableArranged', table: { density: 'compact' } };
const FOUND: AddressParams = { quickSearch: 'matcha' };

/** A list with its tools, in each state that it can be in. */
export const TableSpecimens = () => (
  <>
    <List of="filled" state="filled" />
    <List of="filled" state="chosen" then={SELECTED} />
    <List of="filled" state="compact" then={COMPACT} />
    <List of="filled" state="readOnly" abilities={NONE} />
    <List of="loading" state="loading" />
    <List of="empty" state="empty" />
    <List of="empty" state="noMatch" params={FOUND} />
    <List of="failed" state="failed" />
    <List of="denied" state="denied" />
  </>
);
