import { expect } from 'vitest';
import { FailureError, type Failure } from '#domain/base/failure';

/** What a call was rejected with. A test ends here where the call was accepted, or broke in another way. */
export async function rejectionOf(work: Promise<unknown>): Promise<Extract<Failure, { kind: 'rejected' }>> {
  const error: unknown = await work.then(
    () => expect.unreachable('it was accepted'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
  return error.failure;
}

/** Its sentence, also where fields say more. */
export const refusalMessageOf = async (work: Promise<unknown>): Promise<string> => (await rejectionOf(work)).message;

/** What its fields say, or its sentence where it is about none. */
export async function refusalOf(work: Promise<unknown>): Promise<string | Readonly<Record<string, string>>> {
  const { fields, message } = await rejectionOf(work);
  return fields ?? message;
}

/** What a call has answered, or what it was refused with. */
export async function replyOrRefusal(work: Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome.status === 'fulfilled' ? outcome.value : refusalOf(work);
}

/** Whether work was accepted, or the sentence that it ended with. */
export const outcomeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'accepted').catch((error: Error) => error.message);
