import { DAY_SECONDS } from '#domain/base/timestamp';
import { isOfSettings, PAUSE_SECONDS } from './delivery-pause.ts';
import { DeliveryError } from '../../../ports/verification-ports.ts';
import type { JobParams, JobRun } from '../../../db/base/jobs.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';

/** Each time twice as long, up to half an hour. */
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = PAUSE_SECONDS;
/** Attempts that may each have brought the message: it is not to arrive by the dozen. */
const MOST_UNSURE = 3;

/** What a message alone is told that was put off: how often it was tried. */
export const PUT_OFF = 'tried';

/** Attempts at one message, by which the outbox knows it. */
export const deliveryOf = (params: JobParams, job: Pick<JobRun, 'id'>): string => String(params['delivery'] ?? job.id);

export interface Attempt {
  readonly kind: string;
  readonly params: JobParams;
  readonly job: JobRun;
  /** Until when it is tried; a day from the first attempt where it is left out. */
  readonly untilSeconds?: number;
  /** Or for how long, from the first attempt. */
  readonly forSeconds?: number;
}

/**
 * A mail is worth more than the twenty minutes in which a job is tried: a mail server may be away for an hour, or take so many in an hour and no
 * more. Whoever takes an account may wait for such an hour, and what came to a form in it is told by nothing else. Where nobody takes the message now, the same job is left for later.
 * @param deliver is told by which name the outbox knows the message, however often it is tried
 */
export async function deliverPatiently(
  ports: Pick<ServerPorts, 'database' | 'jobs' | 'clock' | 'logger'>,
  { kind, params, job, untilSeconds, forSeconds = DAY_SECONDS }: Attempt,
  deliver: (delivery: string) => Promise<void>,
): Promise<void> {
  const delivery = deliveryOf(params, job);
  try {
    await deliver(delivery);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const now = nowSeconds(ports);
    const since = Number(params['since'] ?? now);
    const tried = Number(params[PUT_OFF] ?? 0);
    const unsure = Number(params['unsure'] ?? 0) + (error.mayHaveArrived ? 1 : 0);
    const isSlow = error.mayHaveArrived || isOfSettings(error.fault);
    const waitSeconds = isSlow ? LONGEST_WAIT_SECONDS : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** tried);
    const isOver = now + waitSeconds >= (untilSeconds ?? since + forSeconds);
    // The outbox lists it as failed; the queue's own attempts would bring it a few times more.
    if (error.mayHaveArrived && (isOver || unsure >= MOST_UNSURE))
      return ports.logger.warn('mail.unsure', { kind, attempt: tried + 1, fault: error.fault });
    // Then the queue has the last attempts, and lists it as given up.
    if (isOver) throw error;
    ports.logger.warn('mail.putOff', { kind, attempt: tried + 1, fault: error.fault });
    await ports.database.transaction(async (trx) => {
      await job.settle(trx);
      await ports.jobs.send(trx, kind, { ...params, delivery, since, [PUT_OFF]: tried + 1, unsure }, undefined, waitSeconds);
    });
  }
}
