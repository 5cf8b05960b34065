import { createTransport } from '#api/transport';
import { FailureError, type Failure } from '#domain/base/failure';

/** Runs inside a page, with the transport as it is shipped: what a call comes to whose caller has so much time. */
async function failureWithin(method: 'GET' | 'POST', timeoutMs: number): Promise<Failure | null> {
  const transport = createTransport({ language: () => 'en', isOnline: () => navigator.onLine });
  try {
    await transport.send({
      method,
      path: method === 'GET' ? '/admin/ping/index' : '/admin/ping/add',
      input: {},
      tokens: { admin: null, member: null },
      timeoutMs,
    });
    return null;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

declare global {
  var failureWithin: (method: 'GET' | 'POST', timeoutMs: number) => Promise<Failure | null>; // oxlint-disable-line no-var -- only this declares a global
}
globalThis.failureWithin = failureWithin;
