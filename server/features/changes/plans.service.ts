import { plainText } from '#domain/base/plain-value';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { applyChanges, PlanReply, RefusedStep } from '#api/contract/changes/change';
import { encodeRecord } from '#api/contract/table/record-codec';
import { FailureError } from '#domain/base/failure';
import { MAX_SHOWN_STEPS } from '#domain/changes/change';
import { refKey, type Image } from '#domain/changes/journal';
import { countSteps } from '#domain/changes/plan-step';
import { planText } from '#domain/changes/plan-text';
import { wireNameOf } from '#domain/fields/field';
import type { AdminCaller } from '../../base/caller.ts';
import { conflict, FieldsRefused, type Refusal } from '../../base/refusal.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { fieldWords } from '../../resources/base/field-titles.ts';
import { recordFromStore } from '../../resources/base/row-codec.ts';
import { lockSections } from '../../resources/changes/apply-plan.ts';
import { readRowsOf, type PlanSource } from '../../resources/changes/plan-world.ts';
import { entriesOfSets, readSets } from '../../resources/changes/read-journal.ts';
import { sightOf } from '../../resources/changes/sight.ts';
import type { Resources } from '../../resources/registry.ts';
import { endWrite } from '../../resources/write/record-change.ts';
import { plainRefusal, unitOfWork, type UnitOfWork } from '../../resources/write/unit-of-work.ts';
import { keptSince } from '../base/retention.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { createDescriber, describeSets } from './describe-changes.ts';
import { rowsInPart } from './personal-values.ts';
import { makePlan, type Hindrance, type Planned, type PlanWish, type Reader } from './plan-request.ts';
import { sentenceOf } from './refused-steps.ts';

export interface Plans {
  plan(wish: PlanWish, caller: AdminCaller): Promise<PlanReply>;
  apply(wish: ParsedInputOf<typeof applyChanges>, caller: AdminCaller): Promise<OutputOf<typeof applyChanges>>;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages' | 'encryptor'>;

/** The number of a plan. It tells nothing of the values in it, of which the reader may see but parts. */
function hashOf({ encryptor }: Pick<Ports, 'encryptor'>, { sets, steps, dependents, refused }: Planned): Promise<string> {
  const plain = refused.map(({ record, ...rest }) => ({ ...rest, resource: record?.resource ?? '', recordId: record?.recordId ?? 0 }));
  return encryptor.fingerprint(planText({ sets: sets.map(({ id }) => id), steps, dependents, refused: plain }), 'plan');
}

function hindranceOf(refusal: Refusal, { steps }: Planned): Hindrance {
  const only = steps.length === 1 ? (steps[0] ?? null) : null;
  const record = only && { resource: only.resource, recordId: only.recordId };
  if (refusal instanceof FieldsRefused) {
    const isTaken = Object.values(refusal.issues).some(({ key }) => key === 'validation.taken');
    return { reason: isTaken ? 'taken' : 'refusedByRule', columns: Object.keys(refusal.issues), record };
  }
  const { failure } = refusal;
  const key = failure.kind === 'rejected' ? failure.message : '';
  if (key === 'refusals.forbidden') return { reason: 'forbidden', columns: [], record };
  if (key === 'errors.duplicate') return { reason: 'taken', columns: [], record };
  const isUsed = ['refusals.inUse', 'refusals.hasChildren', 'refusals.stillReferenced'].includes(key);
  const said = failure.kind === 'rejected' && failure.params ? { params: failure.params } : {};
  return { reason: isUsed ? 'stillUsed' : 'refusedByRule', columns: [], record, message: key, ...said };
}

async function execute(planned: Planned, context: ResourceContext, unit: UnitOfWork): Promise<void> {
  try {
    await planned.execute(unit);
  } catch (error) {
    throw plainRefusal(error, context.resource);
  }
}

/** Ends a write that would be another than was planned: it is planned anew. */
class PlanStale extends Error {}

/** Does something. @returns why it was refused; null where it was not */
async function refusalIn(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof FieldsRefused || error instanceof FailureError) return error;
    throw error;
  }
}

/**
 * Plans of what is taken back or rewound, and carries them out. A plan is not stored: it is made anew where it is applied, and does
 * nothing unless it is the same. What the database and the hooks of sections would refuse is found out by doing it and not keeping it.
 */
export function createPlans(ports: Ports, resources: Pick<Resources, 'all' | 'get'>, log: SecurityLog): Plans {
  const contextOf = (name: string): ResourceContext | undefined => resources.get(name)?.context;
  const openSource = (): PlanSource => ({ kysely: ports.database.kysely, contextOf, isLocked: false });

  const readerOf = async (caller: AdminCaller): Promise<Reader> => ({
    caller,
    sight: await sightOf(
      ports.database.kysely,
      caller,
      resources.all().map(({ context }) => context),
    ),
    keptSince: await keptSince(ports, 'changes_days'),
  });

  /** Does it and keeps nothing. @returns what would be refused */
  async function verify(planned: Planned, caller: AdminCaller): Promise<Refusal | null> {
    const context = firstContext(planned);
    if (!context) return null;
    const { idempotencyKey: _key, ...rest } = caller;
    return rehearse(
      (work: (unit: UnitOfWork) => Promise<never>) => unitOfWork(context, { ...rest, idempotencyKey: null }, planned.kind, work),
      (unit) => refusalIn(() => execute(planned, context, unit)),
    );
  }

  const firstContext = ({ steps }: Pick<Planned, 'steps'>): ResourceContext | undefined => contextOf(steps[0]?.resource ?? '');

  /** The plan with what only doing it brings to light. */
  async function withVerification(planned: Planned, caller: AdminCaller): Promise<Planned> {
    if (planned.refused.length > 0 || planned.steps.length === 0) return planned;
    const refusal = await verify(planned, caller);
    return refusal ? { ...planned, refused: [hindranceOf(refusal, planned)] } : planned;
  }

  async function replyOf(planned: Planned, hash: string, reader: Reader): Promise<PlanReply> {
    const { caller, sight } = reader;
    const { kysely } = ports.database;
    const steps = planned.steps.slice(0, MAX_SHOWN_STEPS);
    const describer = await createDescriber(kysely, contextOf, caller, steps);
    const dependents = planned.dependents.slice(0, MAX_SHOWN_STEPS);
    const theirSets = await readSets(kysely, [...new Set(dependents.map(({ setId }) => setId))]);
    const theirEntries = Map.groupBy(
      await entriesOfSets(
        kysely,
        theirSets.map(({ id }) => id),
      ),
      ({ setId }) => setId,
    );
    const seenSets = theirSets.filter(({ id }) => theirEntries.get(id)?.every((entry) => sight.sees(entry)));
    const facts = new Map((await describeSets(kysely, [...planned.sets, ...seenSets], sight)).map((set) => [set.id, set]));
    const titleOf = (key: string, image: Image | null, resource: string): string => {
      const title = contextOf(resource)?.columns.title.name;
      const own = title === undefined ? undefined : image?.[title];
      return own === undefined || own === null ? (planned.titles.get(key) ?? '') : plainText(own);
    };
    const refused: RefusedStep[] = [];
    for (const one of planned.refused.slice(0, MAX_SHOWN_STEPS)) refused.push(await refusedStep(one, planned, reader));
    const toldSteps = steps.map(({ resource, recordId, kind, before, after }) => ({
      resource,
      recordId,
      title: titleOf(refKey({ resource, recordId }), after ?? before, resource),
      kind,
      fields: [...describer.fields({ resource, recordId }, before, after)],
    }));
    await describer.tellShown(log);
    return {
      hash,
      sets: planned.sets.flatMap(({ id }) => facts.get(id) ?? []),
      steps: toldSteps,
      dependents: dependents.map(({ setId, why, resource, recordId, columns }) => {
        const set = facts.get(setId) ?? null;
        // Nothing is said of a record in a set that is not seen.
        return set ? { set, why, resource, recordId, fields: [...columns] } : { set, why, resource: '', recordId: 0, fields: [] };
      }),
      refused: [...(await rowsInPart(kysely, (name) => contextOf(name)?.resource, caller, refused))],
      leftOut: [...planned.leftOut],
      counts: { ...countSteps(planned.steps), refused: planned.refused.length, dependents: planned.dependents.length },
    };
  }

  async function refusedStep(
    { reason, columns, record, message, params }: Hindrance,
    planned: Planned,
    { caller }: Reader,
  ): Promise<RefusedStep> {
    const key = record && refKey(record);
    const { language } = caller.client;
    const named = message && message !== '' ? message : `refusals.changes.${sentenceOf(reason, columns)}`;
    const entry = record && (await entryOf(reason, record, columns, planned));
    const resource = record ? contextOf(record.resource)?.resource : undefined;
    const words = { messages: ports.messages, language };
    return {
      reason,
      message: ports.messages.text(language, named, {
        title: (key && planned.titles.get(key)) ?? '',
        fields: columns.map((name) => fieldWords(resource, name, words)).join(', '),
        ...params,
      }),
      resource: record?.resource ?? null,
      recordId: record?.recordId ?? null,
      title: (key && planned.titles.get(key)) ?? null,
      fields: [...columns],
      entry,
      row: record && reason === 'taken' ? await rowOf(record, planned) : null,
    };
  }

  /** The entry of the recycle bin that helps: of the record which is named and gone, or of the one that comes back with another value. */
  async function entryOf(
    reason: Hindrance['reason'],
    record: NonNullable<Hindrance['record']>,
    columns: readonly string[],
    { steps }: Planned,
  ): Promise<number | null> {
    const step = steps.find((one) => refKey(one) === refKey(record));
    if (reason === 'taken') return step?.kind === 'created' ? await keptEntry(record.resource, record.recordId) : null;
    if (reason !== 'parentGone' && reason !== 'relationGone') return null;
    const context = contextOf(record.resource);
    const [column = ''] = columns;
    const of =
      context?.columns.parent?.name === column ? record.resource : context?.columns.relations.find((one) => one.column.name === column)?.of;
    return of === undefined ? null : await keptEntry(of, Number(step?.after?.[column] ?? 0));
  }

  async function keptEntry(resource: string, recordId: number): Promise<number | null> {
    const found = await ports.database.kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('resource', '=', resource)
      .where('record_id', '=', recordId)
      .where('state', '=', 'kept')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found?.id ?? null;
  }

  /** The record as it would be, for its form. */
  async function rowOf(record: NonNullable<Hindrance['record']>, { steps }: Planned): Promise<Record<string, unknown> | null> {
    const step = steps.find((one) => refKey(one) === refKey(record));
    const context = contextOf(record.resource);
    if (!step || !context) return null;
    const now = (await readRowsOf(openSource(), [record])).get(refKey(record));
    const image = { ...now, ...step.after };
    const row = encodeRecord(context.resource.fields, recordFromStore(context.columns.readable, image));
    const { version } = context.columns;
    return version ? { ...row, [wireNameOf(version.key, version.field)]: now?.[version.name] ?? null } : row;
  }

  return {
    async plan(wish, caller) {
      const reader = await readerOf(caller);
      const planned = await makePlan(openSource(), wish, reader);
      return replyOf(await withVerification(planned, caller), await hashOf(ports, planned), reader);
    },

    async apply({ hash, ...wish }, caller) {
      const reader = await readerOf(caller);
      const first = await makePlan(openSource(), wish, reader);
      const planAnew = async (): Promise<never> => {
        const planned = await makePlan(openSource(), wish, reader);
        throw conflict(await replyOf(await withVerification(planned, caller), await hashOf(ports, planned), reader));
      };
      const context = firstContext(first);
      if ((await hashOf(ports, first)) !== hash || first.refused.length > 0) return planAnew();
      if (!context) return { change: null, counts: countSteps([]) };
      const sections = [...new Set(first.steps.map(({ resource }) => resource))].flatMap((name) => contextOf(name) ?? []);
      try {
        return await unitOfWork(context, caller, first.kind, async (unit) => {
          await lockSections(sections, unit);
          const planned = await makePlan({ kysely: unit.trx, contextOf, isLocked: true }, wish, reader);
          if ((await hashOf(ports, planned)) !== hash) throw new PlanStale();
          if (await refusalIn(() => execute(planned, context, unit))) throw new PlanStale();
          return { change: (await endWrite(unit)).change ?? null, counts: countSteps(planned.steps) };
        });
      } catch (error) {
        if (error instanceof PlanStale) return planAnew();
        throw error;
      }
    },
  };
}
