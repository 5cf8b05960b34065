import { HEADER } from '#api/contract/base/wire';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { isPlainRead, readByBrowser } from './transport-read.ts';
import type { FormRequest, TransportOptions, WireRequest } from './wire-request.ts';

/**
 * The one place that sends, with the product's headers, and no time-out unless the caller sets one: plain reads by the browser itself, so
 * that a page stands without a library, everything else by axios. `Secret` values in a body are revealed here, on their way out.
 * Source: specification §7 "Headers and defaults", §8 "Other request errors".
 */
export interface Transport {
  /** @throws FailureError when no reply with a good status came */
  send(request: WireRequest): Promise<unknown>;
}

type ByAxios = typeof import('./transport-axios.ts');
let arrived: ByAxios | null = null;
const bringAxios = async (): Promise<ByAxios> => (arrived = await import('./transport-axios.ts'));

/** Once it is here, a request goes out in the same moment. A file that cannot be fetched is a network that cannot be reached. */
function withAxios<T>(isOnline: () => boolean, send: (axios: ByAxios) => Promise<T>): Promise<T> {
  if (arrived) return send(arrived);
  const lost = (): never => {
    throw new FailureError({ kind: 'unreachable', online: isOnline() });
  };
  return bringAxios().then(send, lost);
}

/** Whoever touches a page may write: what sends that comes with the first press of a key or a button. */
function expectTouch(touchedFirst: () => void): void {
  if (!('document' in globalThis)) return;
  const ready = new AbortController();
  const touched = (): void => {
    ready.abort();
    touchedFirst();
    // Where it does not come, the call that needs it asks again, and says so.
    void bringAxios().catch(() => undefined);
  };
  for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, touched, { signal: ready.signal, passive: true });
}

export function createTransport({ language, isOnline, onSections, onTouch = () => {}, fetch }: TransportOptions): Transport {
  if (fetch === undefined) expectTouch(onTouch);
  return {
    // Not an async function: headers carry the tokens of this very moment.
    send: ({ input, tokens, ...request }) => {
      const headers = headersOf({ tokens, idempotencyKey: request.idempotencyKey }, language());
      const ready = { ...request, values: revealed(input), headers, isOnline, ...(onSections && { onSections }) };
      return fetch === undefined && isPlainRead(ready)
        ? readByBrowser(ready)
        : withAxios(isOnline, (axios) => axios.sendByAxios(ready, fetch));
    },
  };
}

/**
 * Posts a form to another site. Nothing of ours goes along: no token, no header, no cookie.
 * @throws FailureError when it was not accepted
 */
export const postForm = (request: FormRequest): Promise<void> => withAxios(request.isOnline, (axios) => axios.postByAxios(request));

export function headersOf(
  { tokens, idempotencyKey }: Pick<WireRequest, 'tokens' | 'idempotencyKey'>,
  language: string,
): Record<string, string> {
  return {
    [HEADER.language]: language,
    [HEADER.server]: 'true',
    [HEADER.tokenRotation]: 'true',
    ...(tokens.admin && { [HEADER.adminToken]: tokens.admin.reveal() }),
    ...(tokens.member && { [HEADER.memberToken]: tokens.member.reveal() }),
    ...(tokens.chatVisitor && { [HEADER.chatVisitor]: tokens.chatVisitor.reveal() }),
    ...(idempotencyKey !== undefined && { [HEADER.idempotencyKey]: idempotencyKey }),
  };
}

function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revealed(item)]));
}
