import type { Call } from '#api/client';
import type { Endpoint } from '#api/contract/base/endpoint';
import { isForbidden } from '#api/contract/base/refusal';
import { FailureError } from '#domain/base/failure';

/** Where it is written who may do what, and what pages begin with. */
const WRITES_PERMISSIONS = /^\/admin\/(?:auth\.(?:Admin|Group|Rule)\/|ajax\/(?:save|remove)View)/u;

/** Calls that tell when menu and rights may be others than were read: after a write to them, and after a refusal for want of a right. */
export function reportStalePermissions(call: Call, stale: () => void): Call {
  const watched = async (endpoint: Endpoint, input: unknown, options?: Parameters<Call>[2]): Promise<unknown> => {
    try {
      const output = await call(endpoint, input as never, options);
      if (endpoint.method !== 'GET' && WRITES_PERMISSIONS.test(endpoint.path)) stale();
      return output;
    } catch (error) {
      if (error instanceof FailureError && endpoint.path.startsWith('/admin/') && isForbidden(error.failure)) stale();
      throw error;
    }
  };
  return watched as Call;
}
