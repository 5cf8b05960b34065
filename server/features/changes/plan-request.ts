import type { ParsedInputOf } from '#api/contract/base/endpoint';
import type { planChanges } from '#api/contract/changes/change';
import { MAX_PLAN_ENTRIES, MAX_PLAN_RECORDS, type ChangeKind, type PlanRefusalReason } from '#domain/changes/change';
import { refKey, type RecordRef } from '#domain/changes/journal';
import type { PlanStep } from '#domain/changes/plan-step';
import { planRewind, type LeftOut } from '#domain/changes/rewind-plan';
import type { Dependent, PlanRefusal } from '#domain/changes/undo-plan';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { may, mayList } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { makeSteps, REWIND_ORDERS, settleWatched, revertRounds } from '../../resources/changes/apply-plan.ts';
import { ACTION_OF, allowed, mayTakeBackAll } from '../../resources/changes/mixed-rights.ts';
import { findBroken, planSets, readRowsOf, tablesOf, type PlanSource } from '../../resources/changes/plan-world.ts';
import {
  entriesAfter,
  entriesOfSets,
  entriesSince,
  readSets,
  type KeptEntry,
  type StoredSet,
} from '../../resources/changes/read-journal.ts';
import type { Sight } from '../../resources/changes/sight.ts';
import { savepoint } from '../../resources/write/savepoint.ts';
import type { UnitOfWork, WriteKind } from '../../resources/write/unit-of-work.ts';

export type PlanWish = ParsedInputOf<typeof planChanges>;

/** What is in the way; some of it concerns no record, some says more than its reason. */
export type Hindrance = Omit<PlanRefusal, 'resource' | 'recordId'> & {
  readonly record: RecordRef | null;
  readonly message?: string;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** A plan before it is shown, and what carries it out. */
export interface Planned {
  readonly sets: readonly StoredSet[];
  readonly steps: readonly PlanStep[];
  readonly dependents: readonly Dependent[];
  readonly refused: readonly Hindrance[];
  readonly leftOut: readonly LeftOut[];
  /** What records are called. */
  readonly titles: ReadonlyMap<string, string>;
  readonly kind: WriteKind;
  readonly execute: (unit: UnitOfWork) => Promise<void>;
}

export interface Reader {
  readonly caller: AdminCaller;
  readonly sight: Sight;
  /** Unix seconds of the oldest that the journal keeps; null where it keeps everything. */
  readonly keptSince: number | null;
}

const UNDO = 'security/change/undo';
const REWIND = 'security/change/rewind';

const general = (reason: PlanRefusalReason): Hindrance => ({ reason, columns: [], record: null });
const titlesOf = (entries: readonly KeptEntry[]): ReadonlyMap<string, string> =>
  new Map(entries.filter(({ title }) => title !== '').map((entry) => [refKey(entry), entry.title]));

/** Plans what is wished, without writing anything. @throws FailureError where the reader may see none of it */
export const makePlan = (source: PlanSource, wish: PlanWish, reader: Reader): Promise<Planned> =>
  wish.sets ? planUndoOf(source, wish.sets, wish, reader) : planRewindOf(source, wish, reader);

async function planUndoOf(source: PlanSource, ids: readonly number[], wish: PlanWish, reader: Reader): Promise<Planned> {
  const { kysely, contextOf } = source;
  const { caller, sight } = reader;
  const wanted = await readSets(kysely, [...new Set(ids)]);
  const entries = Map.groupBy(await entriesOfSets(kysely, ids), ({ setId }) => setId);
  const entriesOf = ({ id }: StoredSet): readonly KeptEntry[] => entries.get(id) ?? [];
  const isSeen = (_set: StoredSet, some: readonly KeptEntry[]): boolean => some.length > 0 && some.every((entry) => sight.sees(entry));
  if (wanted.length < new Set(ids).size || !wanted.every((set) => isSeen(set, entriesOf(set)))) throw notFound();
  const total = [...entries.values()].flat().length;
  if (total > MAX_PLAN_ENTRIES || wanted.reduce((sum, { records }) => sum + records, 0) > MAX_PLAN_RECORDS)
    return nothing(wanted, [general('tooMany')]);
  const problems = new Map(wanted.map((set) => [set.id, problemOf(contextOf, caller, set, entriesOf(set))] as const));
  const chosen = wanted.filter(({ id }) => problems.get(id) === null).map(({ id }) => id);
  const hindrances = wanted.flatMap((set): Hindrance[] => {
    const reason = problems.get(set.id) ?? null;
    return reason === null ? [] : [{ reason, columns: [], record: entriesOf(set)[0] ?? null }];
  });
  if (chosen.length === 0) return nothing(wanted, hindrances);
  const isIncluded = (set: StoredSet, some: readonly KeptEntry[]): boolean =>
    isSeen(set, some) && problemOf(contextOf, caller, set, some) === null;
  const { plan, sets, ...rest } = await planSets(source, chosen, {
    isWithoutColumns: wish.withoutColumns,
    ...(wish.withDependents && { isIncluded }),
  });
  const broken = await findBroken(source, plan.steps);
  const actions = new Set(sets.map(({ action }) => action));
  const [action = 'edit'] = actions;
  return {
    sets: [...new Map([...wanted, ...sets].map((set) => [set.id, set])).values()].toSorted((a, b) => b.id - a.id),
    steps: plan.steps,
    dependents: plan.dependents,
    refused: [
      ...hindrances,
      ...plan.refused.map(({ resource, recordId, ...refusal }) => ({ ...refusal, record: { resource, recordId } })),
      ...broken.map(hindranceOf),
      ...(plan.steps.length > MAX_PLAN_RECORDS ? [general('tooMany')] : []),
    ],
    leftOut: [],
    titles: titlesOf(rest.entries),
    kind: { action: actions.size === 1 ? action : 'edit', source: 'undo', keptOut: null, undoes: sets.map(({ id }) => id) },
    execute: (unit) => revertRounds(contextOf, unit, plan.rounds),
  };
}

const hindranceOf = ({ resource, recordId, column, isParent }: Awaited<ReturnType<typeof findBroken>>[number]): Hindrance => ({
  reason: isParent ? 'parentGone' : 'relationGone',
  columns: [column],
  record: { resource, recordId },
});

const nothing = (sets: readonly StoredSet[], refused: readonly Hindrance[]): Planned => ({
  sets,
  steps: [],
  dependents: [],
  refused,
  leftOut: [],
  titles: new Map(),
  kind: { action: 'edit', source: 'undo', keptOut: null },
  execute: () => Promise.resolve(),
});

/** Why a set cannot be taken back by this person, whatever its records are now. */
function problemOf(
  contextOf: ResourceContext['contextOf'],
  caller: AdminCaller,
  set: StoredSet,
  entries: readonly KeptEntry[],
): PlanRefusalReason | null {
  const context = contextOf(set.resource);
  if (!context || entries.some(({ resource }) => !contextOf(resource))) return 'sectionGone';
  if (set.kept_out !== null) return set.kept_out;
  const isOwn = set.actor_type === 'admin' && set.actor_id === caller.id;
  if ((!isOwn && !may(caller, UNDO)) || !allowed(caller, context, set.action)) return 'forbidden';
  // What took back or rewound may have done anything to its records, and some writes have records of several sections.
  return mayTakeBackAll(contextOf, caller, set, entries) ? null : 'forbidden';
}

async function planRewindOf(source: PlanSource, wish: PlanWish, { caller, sight, keptSince }: Reader): Promise<Planned> {
  const { kysely, contextOf } = source;
  const name = wish.resource ?? '';
  const context = contextOf(name);
  if (!context || !mayList(context, caller)) throw notFound();
  if (!may(caller, REWIND)) return nothing([], [general('forbidden')]);
  if (wish.at !== undefined && keptSince !== null && wish.at < keptSince) return nothing([], [general('notKept')]);
  const { after } = wish;
  const recordId = wish.id ?? null;
  const section = { resource: name, recordId };
  const all = after === undefined ? await entriesSince(kysely, section, wish.at ?? 0) : await entriesAfter(kysely, section, after);
  if (recordId !== null) await requireRecord(source, name, recordId, sight, all);
  const entries = all.filter((entry) => sight.sees(entry));
  const refs = [...new Map(entries.map((entry) => [refKey(entry), { resource: name, recordId: entry.recordId }])).values()];
  if (refs.length > MAX_PLAN_RECORDS || all.length > MAX_PLAN_ENTRIES) return nothing([], [general('tooMany')]);
  const sets = await readSets(kysely, [...new Set(entries.map(({ setId }) => setId))]);
  const rewound = planRewind({
    entries,
    keptOut: new Map(sets.flatMap(({ id, kept_out: reason }) => (reason === null ? [] : [[id, reason] as const]))),
    rows: await readRowsOf(source, refs),
    tables: await tablesOf(source, [{ resource: name, recordId: 0 }]),
    isWithoutColumns: wish.withoutColumns,
  });
  const since = after === undefined ? firstSets(entries) : new Map(refs.map((ref) => [ref.recordId, after + 1]));
  const kinds = [...new Set(rewound.steps.map(({ kind }) => kind))];
  const isForbidden = kinds.some((kind) => !allowed(caller, context, ACTION_OF[kind]));
  return {
    sets: [],
    steps: rewound.steps,
    dependents: [],
    refused: [
      ...(isForbidden ? [general('forbidden')] : []),
      // Of one record there is nothing else to be done.
      ...(recordId === null ? [] : rewound.leftOut.map(({ reason }): Hindrance => ({ reason, columns: [], record: refs[0] ?? null }))),
      ...rewound.refused.map(({ resource, recordId: id, ...refusal }) => ({ ...refusal, record: { resource, recordId: id } })),
      ...(await findBroken(source, rewound.steps)).map(hindranceOf),
    ],
    leftOut: rewound.leftOut,
    titles: titlesOf(entries),
    kind: { action: kinds.length === 1 && kinds[0] ? ACTION_OF[kinds[0]] : 'edit', source: 'rewind', keptOut: null },
    async execute(unit) {
      const [first, second] = REWIND_ORDERS as [readonly ChangeKind[], readonly ChangeKind[]];
      const refusal = await savepoint(context, unit, () => makeSteps(contextOf, unit, { steps: rewound.steps, since }, first));
      if (refusal) await makeSteps(contextOf, unit, { steps: rewound.steps, since }, second);
      const rewoundRefs = new Set(rewound.steps.map(refKey));
      await settleWatched(
        unit,
        'change_id',
        entries.filter((entry) => rewoundRefs.has(refKey(entry))).map(({ id }) => id),
      );
    },
  };
}

/** The lowest number of the sets that have come to each record. */
function firstSets(entries: readonly KeptEntry[]): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  for (const { recordId, setId } of entries) first.set(recordId, Math.min(setId, first.get(recordId) ?? setId));
  return first;
}

/** A record that the reader may see, there or gone. */
async function requireRecord(
  source: PlanSource,
  resource: string,
  recordId: number,
  sight: Sight,
  later: readonly KeptEntry[],
): Promise<void> {
  const isSeen = later.length > 0 ? later.every((entry) => sight.sees(entry)) : await isRecordSeen(source, { resource, recordId }, sight);
  if (!isSeen) throw notFound();
}

/** Whether the reader may see the record, by its row, or by the last that the journal knows of it. */
export async function isRecordSeen(source: PlanSource, ref: RecordRef, sight: Sight): Promise<boolean> {
  const context = source.contextOf(ref.resource);
  const row = (await readRowsOf(source, [ref])).get(refKey(ref)) ?? null;
  const owner = context?.resource.dataLimit?.ownerColumn;
  if (row) return sight.sees({ resource: ref.resource, ownerId: owner === undefined ? null : Number(row[owner] ?? 0) });
  const last = await source.kysely
    .selectFrom('record_change')
    .select(['owner_id'])
    .where('resource', '=', ref.resource)
    .where('record_id', '=', ref.recordId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && sight.sees({ resource: ref.resource, ownerId: last.owner_id });
}
