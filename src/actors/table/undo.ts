import type { Call } from '#api/client';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { sectionsOfPlan } from '#domain/changes/change-plan';
import { isAskedAbout } from '#domain/table/related';
import type { UndoOffer } from '#domain/table/undo-offer';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { bring, LazyCodeError } from '../base/lazy-code.ts';
import { allSections, knownResources, knownSections } from '../base/resource-book.ts';
import { historyOf, type ScreenThen } from '../changes/announce-write.ts';
import type { Notices } from '../base/call-ports.ts';

export interface UndoPorts {
  readonly call: Call;
  readonly notices: Pick<Notices, 'failed'>;
  /** A new idempotency key. */
  readonly newKey: () => string;
  readonly screen: () => ScreenThen;
  /** The records of a controller are no longer what lists show of them. */
  readonly recordsChanged: (controller: string) => void;
}

/** Where writes to records of any section are made. */
const JOURNAL = /^security\.(?:Change|DataRecycleLog|SensitiveDataLog)$/u;

/**
 * Takes a write back. Its own success is announced like any other, so that it can be taken back in turn; where it is refused, the notice
 * leads on to the history.
 */
export async function undoWrite(offer: UndoOffer, { call, notices, newKey, recordsChanged, screen }: UndoPorts): Promise<void> {
  const { controller, change, more = [] } = offer;
  try {
    const wish = more.length > 0 ? { changes: [change, ...more] } : { change };
    if (JOURNAL.test(controller)) await takeBackByPlan(change, { call, newKey, recordsChanged });
    else
      await call(resourceWriteEndpoints({ controller, name: controller }).undo, wish, {
        idempotencyKey: newKey(),
        timeoutMs: ANSWERED_WITHIN_MS,
      });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    notices.failed(error.failure, historyOf(offer, screen().shell));
    if (error.failure.kind === 'rejected') return recordsChanged(controller);
  }
  recordsChanged(controller);
  // What their lifecycle has led on in other sections goes back as well, and so does what was moved or deleted with them.
  if (await staysInSection(controller)) return;
  for (const other of knownSections()) if (other.controller !== controller) recordsChanged(other.controller);
}

/** Whether a write to a section can have changed nothing of any other. Where that is not to be known, all lists are told. */
async function staysInSection(controller: string): Promise<boolean> {
  try {
    await bring(allSections);
  } catch (error) {
    if (error instanceof LazyCodeError) return false;
    throw error;
  }
  const known = knownResources();
  const own = known.find((one) => one.controller === controller);
  return own?.lifeField === undefined && !(own && isAskedAbout(own.name, known));
}

/** A write that may have reached several sections is taken back by a plan; one with anything in its way is refused in the plan's words. */
async function takeBackByPlan(
  change: number,
  { call, newKey, recordsChanged }: Pick<UndoPorts, 'call' | 'newKey' | 'recordsChanged'>,
): Promise<void> {
  const plan = await call(planChanges, { sets: [change] });
  const [refusal] = plan.refused;
  if (refusal) throw new FailureError({ kind: 'rejected', code: 0, message: refusal.message });
  await call(applyChanges, { sets: [change], hash: plan.hash }, { idempotencyKey: newKey(), timeoutMs: ANSWERED_WITHIN_MS });
  const sections = sectionsOfPlan(plan);
  for (const { controller, name } of knownSections()) if (sections === null || sections.includes(name)) recordsChanged(controller);
}
