import { create as createInstance, isAxiosError, isCancel, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { FileReply } from '#api/contract/base/endpoint';
import { unframed } from '#api/contract/base/framed-file';
import { API_BASE, HEADER } from '#api/contract/base/wire';
import { FailureError, type Failure } from '#domain/base/failure';
import { IN_PROCESS_ORIGIN, msIn } from './transport-read.ts';
import type { FormRequest, OnReceived, OnSent, ReadyRequest } from './wire-request.ts';

/** What sends all but plain reads: axios, which is loaded with the first call that needs it. Source: specification §7, §8 "Other request errors". */

type InProcess = (request: Request) => Response | Promise<Response>;

/** What axios hands on beside a request. */
interface Addressee {
  readonly answer: InProcess;
}

/** @throws FailureError when no reply with a good status came */
export async function sendByAxios(request: ReadyRequest, fetch: InProcess | undefined): Promise<unknown> {
  try {
    return await send(fetch ? inProcess : overNetwork, request, fetch && { answer: fetch });
  } catch (error) {
    const failure = classify(error, API_BASE + request.path, request.isOnline());
    throw failure ? new FailureError(failure) : error;
  }
}

const overNetwork = createInstance({ baseURL: API_BASE });

/**
 * For all applications in process. Whom a request is for goes along with it, since axios keeps each function that it was ever given to fetch by, and
 * with it the application that such a function knows.
 */
const inProcess = createInstance({
  baseURL: IN_PROCESS_ORIGIN + API_BASE,
  adapter: 'fetch',
  env: {
    fetch: (input, init) => {
      const request = input instanceof Request ? input : new Request(input, init);
      const { answer } = init as unknown as Addressee;
      return untilAborted(request, async () => answer(request));
    },
  },
});

/** A request hears of its time-out only while somebody holds it: of one that nobody answers, nobody else does. */
const underWay = new Set<Request>();

/** A network drops a request whose signal says so; an application in process would answer it all the same. */
const untilAborted = (request: Request, answer: () => Promise<Response>): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { signal } = request;
    const abort = () => {
      underWay.delete(request);
      reject(signal.reason as Error);
    };
    if (signal.aborted) return abort();
    underWay.add(request);
    signal.addEventListener('abort', abort, { once: true });
    void answer()
      .then(resolve, reject)
      .finally(() => {
        underWay.delete(request);
        signal.removeEventListener('abort', abort);
      });
  });

async function send(
  instance: AxiosInstance,
  {
    method,
    path,
    values,
    headers,
    onSections,
    signal,
    timeoutMs = 0,
    file,
    onSent,
    isFileWanted = false,
    onReceived,
    isOnline,
  }: ReadyRequest,
  fetchOptions: Addressee | undefined,
): Promise<unknown> {
  const reply = await instance.request<unknown>({
    method,
    url: path,
    headers: onReceived ? { ...headers, [HEADER.progress]: 'rows' } : headers,
    timeout: timeoutMs,
    // A time-out and a page that is being left share a code otherwise.
    transitional: { clarifyTimeoutError: true },
    ...(file ? { params: values, data: formOf(file) } : method === 'POST' ? { data: values } : { params: values }),
    ...(signal && { signal }),
    ...(fetchOptions && { fetchOptions }),
    ...progress(onSent),
    // Only what comes as a stream can be looked at while it comes.
    ...(isFileWanted && (onReceived ? { responseType: 'stream', adapter: 'fetch' } : { responseType: 'blob' })),
  });
  const clock: unknown = reply.headers[HEADER.sections];
  if (typeof clock === 'string') onSections?.(Number(clock));
  if (!isFileWanted) return reply.data;
  if (!onReceived) return fileIn(reply, reply.data as Blob);
  const gone = await gathered(reply, onReceived, { signal, isOnline });
  return typeof gone === 'string' ? (JSON.parse(gone) as unknown) : fileIn(reply, gone);
}

/**
 * A file that is looked at while it comes, whether or not it says how far it has come; or the envelope that says why it could not be finished.
 * @throws FailureError where it breaks off, or is given up
 */
async function gathered(
  { data, headers }: AxiosResponse<unknown>,
  onReceived: OnReceived,
  { signal, isOnline }: Pick<ReadyRequest, 'signal' | 'isOnline'>,
): Promise<Blob | string> {
  const reader = (data as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    signal?.throwIfAborted();
  }
  try {
    const of = Number(headers[HEADER.rowCount]);
    const type = String(headers['content-type'] ?? '');
    if (headers[HEADER.progress] === 'rows') {
      const { pieces, refusal } = await unframed(chunks(), (bytes, done) => onReceived({ bytes, rows: { done, of } }));
      return refusal ? new TextDecoder().decode(refusal) : new Blob([...pieces], { type });
    }
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for await (const chunk of chunks()) {
      parts.push(chunk);
      bytes += chunk.byteLength;
      onReceived({ bytes, rows: null });
    }
    return new Blob(parts, { type });
  } catch {
    throw new FailureError(signal?.aborted === true ? { kind: 'aborted' } : { kind: 'unreachable', online: isOnline() });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const IS_FILE = /^\s*attachment\b/iu;

/** The file of a reply, or the envelope that says why there is none: a file may be JSON as well, and has a name. */
async function fileIn({ headers }: AxiosResponse<unknown>, blob: Blob): Promise<unknown> {
  const disposition = String(headers['content-disposition'] ?? '');
  if (blob.type.startsWith('application/json') && !IS_FILE.test(disposition)) return JSON.parse(await blob.text()) as unknown;
  const name = /filename\*=UTF-8''([^;]+)/u.exec(disposition)?.[1] ?? '';
  return { name: decodeURIComponent(name), blob, rows: Number(headers[HEADER.rowCount]) } satisfies FileReply;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

const progress = (onSent: OnSent | undefined): AxiosRequestConfig => (onSent ? { onUploadProgress: ({ loaded }) => onSent(loaded) } : {});

/**
 * Posts a form to another site. Nothing of ours goes along: no token, no header, no cookie.
 * @throws FailureError when it was not accepted
 */
export async function postByAxios({ url, form, isOnline, signal, onSent }: FormRequest): Promise<void> {
  try {
    await createInstance().post(url, form, { responseType: 'text', ...(signal && { signal }), ...progress(onSent) });
  } catch (error) {
    const failure = classify(error, url, isOnline());
    throw failure ? new FailureError(failure) : error;
  }
}

/**
 * Tells failures apart by their kind, never by their wording, which is each browser's own. Source: readings 8.5, 8.6.
 * @returns null for what is no failure of a request but a defect
 */
function classify(error: unknown, url: string, isOnline: boolean): Failure | null {
  if (isCancel(error)) return { kind: 'aborted' };
  if (!isAxiosError(error)) return null;
  if (error.response)
    return { kind: 'http', status: error.response.status, url, retryAfterMs: msIn(error.response.headers['retry-after']) };
  if (error.code === 'ETIMEDOUT') return { kind: 'timeout' };
  if (error.code === 'ECONNABORTED') return { kind: 'aborted' };
  return { kind: 'unreachable', online: isOnline };
}
