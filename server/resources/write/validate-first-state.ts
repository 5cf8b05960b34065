import { FailureError, rejection } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { isBlank } from '#domain/base/validation';
import { stateOf } from '#domain/life/life';
import type { ResourceContext } from '../base/resource-context.ts';
import { validateStep, type Act } from '../life/validate-step.ts';
import { stateLabel } from '../life/life-words.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A new record whose state nobody has chosen begins in the first one. */
export function inFirstState({ resource: { life } }: ResourceContext, values: AnyRecord): AnyRecord {
  return life && isBlank(values[life.field]) ? { ...values, [life.field]: life.chart.initial } : values;
}

/** A new record in another state than the first has come there by the one event that leads to it. */
export async function validateFirstState(context: ResourceContext, unit: UnitOfWork, values: AnyRecord): Promise<Act | PlacedAct | null> {
  const { life } = context.resource;
  const state = life && values[life.field];
  if (!life || state === life.chart.initial) return null;
  const before = { ...values, [life.field]: life.chart.initial };
  try {
    return await validateStep(context, life, unit, { row: null, before, values }, { state: String(state) });
  } catch (error) {
    if (unit.placing === undefined || !isUnreached(error)) throw bornElsewhere(context, unit, life.chart.initial, error);
    if (!stateOf(life, String(state))) throw error;
    return { to: String(state), comment: unit.placing };
  }
}

/** Nobody can choose a step of a record that is not there yet: what a save is told is told in other words. */
function bornElsewhere(context: ResourceContext, unit: UnitOfWork, initial: string, error: unknown): unknown {
  const { life } = context.resource;
  if (!life || !(error instanceof FailureError) || error.failure.kind !== 'rejected' || error.failure.message !== 'refusals.life.byEvent')
    return error;
  const first = stateLabel(context, life, initial, unit.caller.client.language);
  return rejection('refusals.life.bornElsewhere', { ...error.failure.params, first });
}

/** A new record that is put into its state, since no event leads there. */
export interface PlacedAct {
  readonly to: string;
  readonly comment: string;
}

const UNREACHED: ReadonlySet<string> = new Set(['noWay', 'byEvent', 'several', 'notFromHere'].map((key) => `refusals.life.${key}`));

/** Whether no one event leads to a state: what stands against one that does is no such thing. */
const isUnreached = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'rejected' && UNREACHED.has(error.failure.message);
