import { API_BASE, HEADER } from '#api/contract/base/wire';
import { FailureError, type Failure } from '#domain/base/failure';
import type { ReadyRequest } from './wire-request.ts';

/**
 * Reads that ask for nothing but a reply, by the browser's own request. It tells a page that is being left from a network that is gone, as
 * `fetch` does not. Source: specification §7, §8 "Other request errors"; readings 7.4, 8.5, 8.6.
 */

/** Where a request to an application in process seems to go; nothing listens there. */
export const IN_PROCESS_ORIGIN = 'http://in-process.invalid';

type Plain = Readonly<Record<string, string | number | boolean | null | undefined>>;

const isPlain = (values: unknown): values is Plain =>
  typeof values === 'object' && values !== null && Object.values(values).every((value) => typeof value !== 'object' || value === null);

export const isPlainRead = ({ method, values, file, isFileWanted = false, onReceived }: ReadyRequest): boolean =>
  method === 'GET' && file === undefined && !isFileWanted && onReceived === undefined && isPlain(values);

/** Where a plain read goes. */
export function addressOf(path: string, values: unknown): string {
  const given = Object.entries(isPlain(values) ? values : {}).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return API_BASE + path + (query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`);
}

const CROSS_SITE_COOKIE = /(?:^|;\s*)XSRF-TOKEN=(?<token>[^;]*)/u;

/** What is no JSON is left to whoever expects an envelope. */
function readingOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Of seconds; proxies may name a date instead, which is of their clock and not of ours. */
export const msIn = (header: unknown): number | undefined => Number(header) * 1000 || undefined;

/** A read that the page has begun before the application was there (`server/http/pages/early-read.ts`), as this application would have. */
export interface EarlyRead {
  /** Its address and its headers. */
  readonly key: string;
  readonly request: XMLHttpRequest;
}

const page = globalThis as { earlyReads?: readonly EarlyRead[] | undefined };

/** The page's own read, where the application's first calls ask for the same in the same order: after another call it may be no longer true. */
function begin(address: string, headers: Readonly<Record<string, string>>): XMLHttpRequest {
  const [early, ...others] = page.earlyReads ?? [];
  const isSame = early?.key === address + JSON.stringify(headers);
  page.earlyReads = isSame ? others : [];
  if (early && isSame) return early.request;
  const request = new XMLHttpRequest();
  request.open('GET', address);
  request.setRequestHeader('Accept', 'application/json, text/plain, */*');
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const token = CROSS_SITE_COOKIE.exec(document.cookie)?.groups?.['token'];
  if (token) request.setRequestHeader('X-XSRF-TOKEN', decodeURIComponent(token));
  request.send();
  return request;
}

/** @throws FailureError when no reply with a good status came */
export function readByBrowser({ path, values, headers, signal, timeoutMs = 0, isOnline, onSections }: ReadyRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (failure: Failure): void => reject(new FailureError(failure));
    if (signal?.aborted === true) return fail({ kind: 'aborted' });
    const request = begin(addressOf(path, values), headers);
    const abort = (): void => request.abort();
    const lost = (): void => fail({ kind: 'unreachable', online: isOnline() });
    const arrived = (): void => {
      const { status, responseText } = request;
      if (status < 200 || status >= 300) {
        return fail({ kind: 'http', status, url: API_BASE + path, retryAfterMs: msIn(request.getResponseHeader('retry-after')) });
      }
      const clock = request.getResponseHeader(HEADER.sections);
      if (clock !== null) onSections?.(Number(clock));
      resolve(readingOf(responseText));
    };
    if (request.readyState === XMLHttpRequest.DONE) return request.status === 0 ? lost() : arrived();
    request.timeout = timeoutMs;
    request.addEventListener('load', arrived);
    request.addEventListener('error', lost);
    request.addEventListener('timeout', () => fail({ kind: 'timeout' }));
    request.addEventListener('abort', () => fail({ kind: 'aborted' }));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
  });
}
