import { APICallError } from '@ai-sdk/provider';
import { PrivateAddressError } from '../outside-request.ts';
import { ProviderError, type ProviderFault } from '../../ports/model-ports.ts';

const DETAIL_LENGTH = 300;

/** What a provider has said of an error, in whatever form: an error of its package, or the object that stood in the stream. */
interface Said {
  readonly message?: unknown;
  readonly statusCode?: unknown;
  readonly type?: unknown;
  readonly code?: unknown;
}

const fieldsOf = (error: unknown): Said => (typeof error === 'object' && error !== null ? error : { message: error });

const leadsAside = (error: unknown): boolean => error instanceof PrivateAddressError || (error instanceof Error && leadsAside(error.cause));

/** For people who set the model up: without the key, were it only a part of a longer word, and in one line. */
function detailOf(said: unknown, key: string): string {
  const text = typeof said === 'string' ? said : '';
  const plain = key === '' ? text : text.replaceAll(key, '***');
  // Providers repeat the beginning and the end of a key that they do not know.
  return plain
    .split(/\s+/u)
    .map((word) => (/\*{3}|\bsk-|\bAIza/u.test(word) ? '***' : word))
    .join(' ')
    .trim()
    .slice(0, DETAIL_LENGTH);
}

const BY_STATUS: Readonly<Record<number, ProviderFault>> = { 401: 'keyRefused', 403: 'keyRefused', 404: 'modelGone', 429: 'rateLimited' };
const RETRYABLE = new Set([408, 409, 429]);

/** Gemini answers 400 to a key that it does not know. */
const saysKey = (status: number, message: string): boolean => status === 400 && /api[ _-]?key/iu.test(message);

/** Seconds or a date, and what some providers say in milliseconds. */
function retryAfterOf(headers: Readonly<Record<string, string>> | undefined, nowMs: number): number | null {
  const inMs = Number(headers?.['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(inMs)) return Math.max(0, inMs);
  const text = headers?.['retry-after'];
  if (text === undefined) return null;
  const ms = /^\d+$/u.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** What became of a question that a provider did not answer, or not to its end. Addresses are named nowhere. */
export function providerFault(error: unknown, key: string): ProviderError {
  if (error instanceof ProviderError) return error;
  if (leadsAside(error)) return new ProviderError('unavailable', { isRetryable: false, isPrivate: true });
  const { message, statusCode, type, code } = fieldsOf(error);
  const detail = detailOf(message, key);
  if (APICallError.isInstance(error) && error.statusCode === undefined)
    return new ProviderError('unavailable', { isRetryable: true, detail });
  const status = typeof statusCode === 'number' ? statusCode : null;
  if (status !== null && (status < 200 || status >= 300)) {
    const reason = saysKey(status, String(message)) ? 'keyRefused' : (BY_STATUS[status] ?? 'unavailable');
    const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined;
    const retryAfterMs = retryAfterOf(headers, Date.now());
    return new ProviderError(reason, { isRetryable: RETRYABLE.has(status) || status >= 500, retryAfterMs, status, detail });
  }
  const kind = `${String(type)} ${String(code)}`;
  if (/overloaded|rate_limit|resource_exhausted/iu.test(kind))
    return new ProviderError('rateLimited', { isRetryable: true, status, detail });
  // The line has broken: nothing says how much more there was.
  return new ProviderError('interrupted', { isRetryable: APICallError.isInstance(error) && error.isRetryable, status, detail });
}
