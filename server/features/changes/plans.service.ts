import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { applyChanges, PlanReply } from '#api/contract/changes/change';
import { FailureError } from '#domain/base/failure';
import { countSteps } from '#domain/changes/plan-step';
import { planText } from '#domain/changes/plan-text';
import type { AdminCaller } from '../../base/caller.ts';
import { conflict, FieldsRefused, type Refusal } from '../../base/refusal.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { lockSections } from '../../resources/changes/apply-plan.ts';
import type { PlanSource } from '../../resources/changes/plan-world.ts';
import { sightOf } from '../../resources/changes/sight.ts';
import type { Resources } from '../../resources/registry.ts';
import { endWrite } from '../../resources/write/record-change.ts';
import { plainRefusal, unitOfWork, type UnitOfWork } from '../../resources/write/unit-of-work.ts';
import { keptSince } from '../base/retention.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { planReply } from './plan-reply.ts';
import { makePlan, type Hindrance, type Planned, type PlanWish, type Reader } from './plan-request.ts';

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
  const surroundings = { ports, contextOf, log };
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

  return {
    async plan(wish, caller) {
      const reader = await readerOf(caller);
      const planned = await makePlan(openSource(), wish, reader);
      return planReply(surroundings, await withVerification(planned, caller), await hashOf(ports, planned), reader);
    },

    async apply({ hash, ...wish }, caller) {
      const reader = await readerOf(caller);
      const first = await makePlan(openSource(), wish, reader);
      const planAnew = async (): Promise<never> => {
        const planned = await makePlan(openSource(), wish, reader);
        throw conflict(await planReply(surroundings, await withVerification(planned, caller), await hashOf(ports, planned), reader));
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
