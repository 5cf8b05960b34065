import { FailureError } from '#domain/base/failure';
import { isMissingCall } from '#domain/base/missing-call';

/**
 * The reply to a call that is ours alone, or what stands for it on a server that does not have the call.
 * @throws FailureError where the call is there and failed
 */
export async function orWhereMissing<Reply>(reply: Promise<Reply>, instead: Reply): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof FailureError && isMissingCall(error.failure)) return instead;
    throw error;
  }
}
