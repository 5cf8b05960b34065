import type { PlanStep } from '#domain/changes/plan-step';
import type { WriteAction } from '#domain/table/resource';
import type { Writer } from '../../../base/caller.ts';
import type { Language } from '../../../base/messages.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { fieldWords } from '../../../resources/base/field-titles.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import type { StoredRow } from '../../../resources/base/row-codec.ts';
import { newWrite } from '../../../resources/base/write-meta.ts';
import { lockSections, settleEntries } from '../../../resources/changes/apply-plan.ts';
import { findBroken } from '../../../resources/changes/plan-world.ts';
import { restore, revert } from '../../../resources/changes/revert.ts';
import { NO_STEPS } from '../../../resources/life/undo-steps.ts';
import { rowDifference, endWrite } from '../../../resources/write/record-change.ts';
import { savepoint } from '../../../resources/write/savepoint.ts';
import { SERVER_CALLER } from '../../../resources/write/server-caller.ts';
import { lockRows, type UnitOfWork } from '../../../resources/write/unit-of-work.ts';
import { reasonOf, sentenceOf } from '../refused-steps.ts';
import { compareRows } from './compare-section.ts';
import { enterBytes, type HeldBytes } from './files-of-rows.ts';
import type { Restorable } from './restorable.ts';

export type RestorePorts = Pick<ServerPorts, 'database' | 'clock' | 'messages' | 'files'> & Partial<Pick<ServerPorts, 'jobs'>>;

/** Rows that were missing, or that had other values. */
export type RowKind = 'added' | 'changed';
const ACTIONS: Readonly<Record<RowKind, WriteAction>> = { added: 'add', changed: 'edit' };

/** The server, which speaks to whoever reads the sentences. */
const callerIn = (language: Language): Writer => ({ ...SERVER_CALLER, client: { ...SERVER_CALLER.client, language } });

export interface RefusedRow {
  readonly id: number;
  readonly why: string;
}

export interface Written {
  readonly count: number;
  /** The number of the write; none where nothing was to be done. */
  readonly changes: readonly number[];
  readonly refused: readonly RefusedRow[];
}

/** One transaction, in which rows are judged once more: somebody may have written to them meanwhile. */
export async function writeRows(
  { ports, language = 'en' }: { readonly ports: RestorePorts; readonly language?: Language },
  found: Restorable,
  kind: RowKind,
  rows: readonly StoredRow[],
  bytes: ReadonlyMap<number, HeldBytes>,
): Promise<Written> {
  const { context } = found;
  if (rows.length === 0) return { count: 0, changes: [], refused: [] };
  const caller = callerIn(language);
  return ports.database.transaction(async (trx) => {
    const unit: UnitOfWork = {
      trx,
      caller,
      nowSeconds: nowSeconds(ports),
      write: newWrite({
        resource: context.resource.name,
        action: ACTIONS[kind],
        source: 'backup',
        keptOut: null,
        undoes: [],
        jobs: ports.jobs,
      }),
    };
    await lockSections([context], unit);
    for (const row of rows) {
      const held = bytes.get(Number(row['id']));
      if (held) await enterBytes(ports, trx, held);
    }
    const locked = await lockRows(
      context,
      unit,
      rows.map((row) => idOf(context, row)),
    );
    const compared = await compareRows(trx, found, rows);
    const still = kind === 'added' ? compared.missing : compared.changed;
    const put = (some: readonly StoredRow[]) => putRows({ ...unit, found: new Set() }, context, found, kind, some, locked, bytes);
    const { whole, refused } = await sortedOut(ports, context, unit, still, locked);
    let count = whole.length;
    if (count > 0 && (await savepoint(context, unit, () => put(whole)))) {
      count = 0;
      // One of them is refused: each by itself, so that it holds up none of the others.
      for (const row of whole) {
        const refusal = await savepoint(context, unit, () => put([row]));
        if (!refusal) count += 1;
        else refused.push(refusedRow(ports, unit, context, idOf(context, row), reasonOf(ports.messages, caller, refusal)));
      }
    }
    const { change } = await endWrite(unit);
    return { count, changes: change === undefined ? [] : [change], refused };
  });
}

const idOf = ({ columns }: ResourceContext, row: StoredRow): number => Number(row[columns.id.name]);

/** Rows that would name a record which is not there are told apart first: the database would only say that something is wrong. */
async function sortedOut(
  ports: RestorePorts,
  context: ResourceContext,
  unit: UnitOfWork,
  rows: readonly StoredRow[],
  locked: readonly StoredRow[],
) {
  const { contextOf, resource } = context;
  const today = new Map(locked.map((row) => [idOf(context, row), row]));
  const steps = rows.map((after): PlanStep => {
    const recordId = idOf(context, after);
    const before = today.get(recordId) ?? null;
    return { kind: before === null ? 'created' : 'changed', resource: resource.name, recordId, before, after };
  });
  const broken = await findBroken({ kysely: unit.trx, contextOf, isLocked: true }, steps);
  const refused = [...Map.groupBy(broken, ({ recordId }) => recordId)].map(([id, some]) =>
    refusedRow(ports, unit, context, id, {
      reason: some.some(({ isParent }) => isParent) ? 'parentGone' : 'relationGone',
      fields: some.map(({ column }) => column),
    }),
  );
  const gone = new Set(refused.map(({ id }) => id));
  return { whole: rows.filter((row) => !gone.has(idOf(context, row))), refused };
}

function refusedRow(
  { messages }: RestorePorts,
  { caller }: Pick<UnitOfWork, 'caller'>,
  context: ResourceContext,
  id: number,
  { reason, fields = [], text = '' }: ReturnType<typeof reasonOf>,
): RefusedRow {
  const { language } = caller.client;
  const labels = fields.map((name) => fieldWords(context.resource, name, { messages, language })).join(', ');
  const said =
    text === '' ? messages.text(language, `refusals.changes.${sentenceOf(reason, fields)}`, { title: `#${id}`, fields: labels }) : text;
  return { id, why: `#${id}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}: ${said}` };
}

async function putRows(
  unit: UnitOfWork,
  context: ResourceContext,
  { compared }: Restorable,
  kind: RowKind,
  rows: readonly StoredRow[],
  locked: readonly StoredRow[],
  bytes: ReadonlyMap<number, HeldBytes>,
): Promise<void> {
  if (kind === 'added') {
    await restore(
      context,
      unit,
      rows.map((before) => {
        const recordId = idOf(context, before);
        const held = bytes.get(recordId);
        return { recordId, before, after: null, ...(held && { beside: { rows: { blob: [{ sha256: held.sha256, size: held.size }] } } }) };
      }),
    );
    return settleEntries(
      unit,
      context.resource.name,
      rows.map((row) => idOf(context, row)),
    );
  }
  const today = new Map(locked.map((row) => [idOf(context, row), row]));
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(compared.map((name) => [name, row[name]]));
  const changed = rows.flatMap((row) => {
    const recordId = idOf(context, row);
    const differs = rowDifference(pick(row), pick(today.get(recordId) ?? {}));
    return differs ? [{ recordId, ...differs }] : [];
  });
  const ids = new Set(changed.map(({ recordId }) => recordId));
  await revert(
    context,
    unit,
    changed,
    locked.filter((row) => ids.has(idOf(context, row))),
    NO_STEPS,
    true,
  );
}
