import { create as createInstance, isAxiosError, isCancel, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { FileReply } from '#api/contract/base/endpoint';
import { API_BASE, HEADER } from '#api/contract/base/wire';
import { FailureError, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

/**
 * The one place that sends: axios with the product's headers, and no time-out unless the caller sets one.
 * `Secret` values in a body are revealed here, on their way out.
 * Source: specification §7 "Headers and defaults", §8 "Other request errors".
 */
export interface Transport {
  /** @throws FailureError when no reply with a good status came */
  send(request: WireRequest): Promise<unknown>;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without the base. */
  readonly path: string;
  /** Parameters of a GET or DELETE, and of a POST with a file; the JSON body of any other POST. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly tokens: Tokens;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Absent for as long as it takes. */
  readonly timeoutMs?: number | undefined;
  /** Travels as the part `file` of a multipart form. */
  readonly file?: File | undefined;
  readonly onSent?: OnSent | undefined;
  /** What comes back is a file, unless it is a refusal. */
  readonly isFileWanted?: boolean | undefined;
  readonly onReceived?: OnSent | undefined;
}

/** How many bytes of a body are on their way, again and again. */
export type OnSent = (sentBytes: number) => void;

/** Access tokens; each that is here goes in its own header. A call has those of the area that asks. */
export interface Tokens {
  readonly admin: Secret | null;
  readonly member: Secret | null;
  /** Of whoever chats without a sign-in; other calls have none. */
  readonly chatVisitor?: Secret | null;
}

export interface TransportOptions {
  readonly language: () => string;
  readonly isOnline: () => boolean;
  /** How new the sections are that answer; servers without sections of their own do not say. */
  readonly onSections?: (clock: number) => void;
  /** An application in process, or a test's stand-in, instead of the network. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
}

/** Where a request to an application in process seems to go; nothing listens there. */
export const IN_PROCESS_ORIGIN = 'http://in-process.invalid';

export function createTransport({ language, isOnline, onSections, fetch }: TransportOptions): Transport {
  const instance = createInstance(fetch ? inProcess(fetch) : { baseURL: API_BASE });
  return {
    // Not an async function: headers carry the tokens of this very moment.
    send: (request) =>
      send(instance, request, headersOf(request, language()), onSections).catch((error: unknown) => rethrow(error, request, isOnline())),
  };
}

const inProcess = (fetch: NonNullable<TransportOptions['fetch']>): AxiosRequestConfig => ({
  baseURL: IN_PROCESS_ORIGIN + API_BASE,
  adapter: 'fetch',
  env: {
    fetch: (input, init) => {
      const request = input instanceof Request ? input : new Request(input, init);
      return untilAborted(request.signal, async () => fetch(request));
    },
  },
});

/** A network drops a request whose signal says so; an application in process would answer it all the same. */
const untilAborted = (signal: AbortSignal, answer: () => Promise<Response>): Promise<Response> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void answer()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });

async function send(
  instance: AxiosInstance,
  { method, path, input, signal, timeoutMs = 0, file, onSent, isFileWanted = false, onReceived }: WireRequest,
  headers: Record<string, string>,
  onSections: TransportOptions['onSections'],
): Promise<unknown> {
  const values = revealed(input);
  const reply = await instance.request<unknown>({
    method,
    url: path,
    headers,
    timeout: timeoutMs,
    // A time-out and a page that is being left share a code otherwise.
    transitional: { clarifyTimeoutError: true },
    ...(file ? { params: values, data: formOf(file) } : method === 'POST' ? { data: values } : { params: values }),
    ...(signal && { signal }),
    ...progress(onSent),
    ...(isFileWanted && { responseType: 'blob' }),
    ...(onReceived && { onDownloadProgress: ({ loaded }) => onReceived(loaded) }),
  });
  const clock: unknown = reply.headers[HEADER.sections];
  if (typeof clock === 'string') onSections?.(Number(clock));
  return isFileWanted ? fileIn(reply) : reply.data;
}

/** The file of a reply, or the envelope that says why there is none. */
async function fileIn({ data, headers }: AxiosResponse<unknown>): Promise<unknown> {
  const blob = data as Blob;
  if (blob.type.startsWith('application/json')) return JSON.parse(await blob.text()) as unknown;
  const name = /filename\*=UTF-8''([^;]+)/u.exec(String(headers['content-disposition']))?.[1] ?? '';
  return { name: decodeURIComponent(name), blob, rows: Number(headers[HEADER.rowCount]) } satisfies FileReply;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

const progress = (onSent: OnSent | undefined): AxiosRequestConfig => (onSent ? { onUploadProgress: ({ loaded }) => onSent(loaded) } : {});

export interface FormRequest {
  /** Absolute: a form goes to another site than ours. */
  readonly url: string;
  readonly form: FormData;
  readonly isOnline: () => boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onSent?: OnSent | undefined;
}

/**
 * Posts a form to another site. Nothing of ours goes along: no token, no header, no cookie.
 * @throws FailureError when it was not accepted
 */
export async function postForm({ url, form, isOnline, signal, onSent }: FormRequest): Promise<void> {
  try {
    await createInstance().post(url, form, { responseType: 'text', ...(signal && { signal }), ...progress(onSent) });
  } catch (error) {
    const failure = classify(error, url, isOnline());
    throw failure ? new FailureError(failure) : error;
  }
}

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

function rethrow(error: unknown, { path }: WireRequest, isOnline: boolean): never {
  const failure = classify(error, API_BASE + path, isOnline);
  throw failure ? new FailureError(failure) : error;
}

/**
 * Tells failures apart by their kind, never by their wording, which is each browser's own. Source: readings 8.5, 8.6.
 * @returns null for what is no failure of a request but a defect
 */
function classify(error: unknown, url: string, isOnline: boolean): Failure | null {
  if (isCancel(error)) return { kind: 'aborted' };
  if (!isAxiosError(error)) return null;
  if (error.response) return { kind: 'http', status: error.response.status, url };
  if (error.code === 'ETIMEDOUT') return { kind: 'timeout' };
  if (error.code === 'ECONNABORTED') return { kind: 'aborted' };
  return { kind: 'unreachable', online: isOnline };
}
