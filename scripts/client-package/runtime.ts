/**
 * How another program calls Troupe. It imports nothing, and runs wherever there are `fetch` and Web Crypto: Node.js from 20 on, browsers, Deno,
 * Bun and workers. What it is told of sections stands beside it.
 */

/** What is known of a section: what its records are read and written as, and the events of their lives. */
export interface SectionTypes {
  readonly row: object;
  readonly values: object;
  /** The values without which no record can be added. */
  readonly required: string;
  readonly events: Readonly<Record<string, object>>;
}

/** Why a call was not answered with what was asked for. Nothing is thrown but for faults of the program that calls. */
export type TroupeError = Hindrance & {
  /** Stands where a write may have been done all the same, or may be yet: sent again with this key it is done once. */
  readonly idempotencyKey?: string;
};

type Hindrance =
  /** Refused as it would be for a person; `fields` says what is wrong with which. */
  | { readonly kind: 'refused'; readonly message: string; readonly fields?: Readonly<Record<string, string>> }
  /** Somebody has saved the record since it was read; `current` is what it is now. */
  | { readonly kind: 'conflict'; readonly message: string; readonly current: Readonly<Record<string, unknown>> }
  /** The token does not open this call. */
  | { readonly kind: 'closed'; readonly message: string }
  /** The token is unknown, has ended or is switched off, or its administrator is. */
  | { readonly kind: 'unauthorised'; readonly message: string }
  /** Too many calls in this minute. */
  | { readonly kind: 'tooFast'; readonly message: string; readonly retryAfterSeconds: number }
  /** The server has too much to do, or is away for a moment; with `retries` it was tried again. */
  | { readonly kind: 'busy'; readonly message: string; readonly retryAfterSeconds: number }
  /** No answer came, or none within the time; with `retries` it was tried again. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** An answer that is none of this interface. */
  | { readonly kind: 'unexpected'; readonly status: number };

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: TroupeError };

export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'egt'
  | 'lt'
  | 'elt'
  | 'LIKE'
  | 'NOT LIKE'
  | 'IN'
  | 'NOT IN'
  | 'RANGE'
  | 'NOT RANGE'
  | 'NULL'
  | 'NOT NULL'
  | 'FIND_IN_SET';

export interface ListQuery<Field extends string = string> {
  readonly page?: number;
  /** Records on a page, 1000 at most. A tree is told whole, parents and children in one list. */
  readonly limit?: number;
  readonly order?: `${Field},${'asc' | 'desc'}`;
  readonly quickSearch?: string;
  /** All of them hold. */
  readonly search?: readonly { readonly field: Field; readonly operator: Operator; readonly val: string }[];
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** What a write has done; `change` is the number by which it is taken back, where it can be. */
export interface Written {
  readonly change?: number;
}

/** Sent again with the same key a write is done once. Left out, each call has a key of its own. */
export interface WriteOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Section<S extends SectionTypes> {
  list(query?: ListQuery<keyof S['row'] & string>, options?: { readonly signal?: AbortSignal }): Promise<Result<Page<S['row']>>>;
  /** Every record that a query finds, page by page. @throws TroupeFailure where a page is refused */
  each(query?: ListQuery<keyof S['row'] & string>): AsyncGenerator<S['row']>;
  read(id: number, options?: { readonly signal?: AbortSignal }): Promise<Result<S['row']>>;
  add(
    values: S['values'] & Required<Pick<S['values'], S['required'] & keyof S['values']>>,
    options?: WriteOptions,
  ): Promise<Result<Written & { readonly id: number }>>;
  /** @param options.version as it was read: where somebody has saved since, the answer is a conflict */
  edit(
    id: number,
    values: S['values'],
    options?: WriteOptions & { readonly version?: number },
  ): Promise<Result<Written & { readonly version?: number }>>;
  delete(ids: readonly number[], options?: WriteOptions): Promise<Result<Written & { readonly count: number }>>;
  /** Takes a write back, for as long as nobody has touched the records since. */
  undo(change: number, options?: WriteOptions): Promise<Result<Written>>;
  /** Sends an event of the section's life: all of the records take the step, or none. */
  send<E extends keyof S['events'] & string>(
    event: E,
    ids: readonly number[],
    asked?: S['events'][E] & { readonly comment?: string },
    options?: WriteOptions,
  ): Promise<Result<Written & { readonly count: number }>>;
  /** Where a record stands in its life, and what may be done next. */
  life(id: number): Promise<Result<Readonly<Record<string, unknown>>>>;
}

export interface TroupeOptions {
  /** Such as `https://www.example.com`. */
  readonly address: string;
  /** Of an entry below "API tokens", beginning with `trp_`. */
  readonly token: string;
  /** Of messages. English if left out. */
  readonly language?: 'en' | 'zh-cn';
  readonly timeoutMs?: number;
  /** How often a call is sent again that no answer came to, or that the server was too busy for: reading, or writing with the same key. 2 if left out. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What `each` throws. */
export class TroupeFailure extends Error {
  override readonly name = 'TroupeFailure';
  readonly error: TroupeError;

  constructor(error: TroupeError) {
    super('message' in error ? error.message : `An unexpected answer (${error.status})`);
    this.error = error;
  }
}

export interface TroupeClient<Sections extends Record<keyof Sections, SectionTypes>> {
  section<N extends keyof Sections & string>(name: N): Section<Sections[N]>;
  /** A section that was designed on this server, by the controller that its calls stand under, such as `own.Ticket`. */
  designed<S extends SectionTypes = AnySection>(controller: string): Section<S>;
}

export interface AnySection extends SectionTypes {
  readonly row: Record<string, unknown>;
  readonly values: Record<string, unknown>;
  readonly required: never;
  readonly events: Readonly<Record<string, Record<string, unknown>>>;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly options?: WriteOptions;
}

const TIMEOUT_MS = 30_000;
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** Whoever is told to wait for longer decides that for themselves. */
const LONGEST_PAUSE_MS = 30_000;
const PAGE_ROWS = 200;
const MAX_PAGE_ROWS = 1000;

/** @param controllers by the names of sections */
export function createClient<Sections extends Record<keyof Sections, SectionTypes>>(
  options: TroupeOptions,
  controllers: Readonly<Record<string, string>>,
): TroupeClient<Sections> {
  const { address, token, language = 'en', timeoutMs = TIMEOUT_MS, retries = RETRIES, fetch: send = fetch } = options;

  async function once({ method, path, query, body, options: asked }: Call, key: string | undefined): Promise<Result<unknown>> {
    const url = new URL(`/api/admin/${path}`, address);
    for (const [name, value] of flat(query ?? {})) url.searchParams.append(name, value);
    const headers = new Headers({ authorization: `Bearer ${token}`, 'think-lang': language, server: 'true', accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (key !== undefined) headers.set('idempotency-key', key);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = asked?.signal ? AbortSignal.any([timeout, asked.signal]) : timeout;
    let response: Response;
    let text: string;
    try {
      response = await send(new Request(url, { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) }));
      text = await response.text();
    } catch (error) {
      return failed({ kind: 'unreachable', message: error instanceof Error ? error.message : String(error) });
    }
    return resultOf(response, text);
  }

  async function ask<T>(call: Call): Promise<Result<T>> {
    const key = call.method === 'GET' ? undefined : (call.options?.idempotencyKey ?? crypto.randomUUID());
    const signal = call.options?.signal;
    let isOpen = false;
    for (let turn = 0; ; turn += 1) {
      const result = await once(call, key);
      if (result.ok) return result as Result<T>;
      const { error } = result;
      isOpen ||= mayBeDone(error);
      const pauseMs = pauseBefore(error, turn);
      const isAgain = pauseMs <= LONGEST_PAUSE_MS && turn < retries && signal?.aborted !== true;
      // A refusal of the records is the end of it: were the write done under this key, it would have been answered.
      const isEnded = error.kind === 'refused' || error.kind === 'conflict';
      if (!isAgain) return key === undefined || !isOpen || isEnded ? result : failed({ ...error, idempotencyKey: key });
      await pause(pauseMs, signal);
    }
  }

  function at<S extends SectionTypes>(controller: string): Section<S> {
    const path = (action: string): string => `${controller}/${action}`;
    /** @returns `total` is missing where the reply holds everything, as of trees */
    async function pageOf(
      query: object,
      asked: WriteOptions,
    ): Promise<Result<{ readonly rows: readonly S['row'][]; readonly total?: number }>> {
      const result = await ask<{ list?: readonly S['row'][]; options?: readonly S['row'][]; total?: number }>({
        method: 'GET',
        path: path('index'),
        // In text: a word that says no is one as well.
        query: { ...query, isTree: '0' },
        options: asked,
      });
      if (!result.ok) return result;
      const { list = [], options: choices = list, total } = result.value;
      return { ok: true, value: { rows: choices, ...(total !== undefined && { total }) } };
    }
    return {
      async list(query = {}, asked = {}) {
        const result = await pageOf(query, asked);
        if (!result.ok) return result;
        const { rows, total = rows.length } = result.value;
        return { ok: true, value: { rows, total } };
      },
      async *each(query = {}) {
        const { page: first = 1, limit: wanted = PAGE_ROWS } = query;
        const limit = wanted >= 1 ? Math.min(Math.trunc(wanted), MAX_PAGE_ROWS) : PAGE_ROWS;
        for (let page = Math.max(1, first); ; page += 1) {
          const result = await pageOf({ ...query, page, limit }, {});
          if (!result.ok) throw new TroupeFailure(result.error);
          const { rows, total } = result.value;
          yield* rows;
          if (total === undefined || rows.length < limit) return;
        }
      },
      async read(id, asked = {}) {
        const result = await ask<{ row: S['row'] }>({ method: 'GET', path: path('edit'), query: { id }, options: asked });
        return result.ok ? { ok: true, value: result.value.row } : result;
      },
      add: (values, asked = {}) => ask({ method: 'POST', path: path('add'), body: values, options: asked }),
      edit: (id, values, { version, ...asked } = {}) =>
        ask({ method: 'POST', path: path('edit'), body: { ...values, id, ...(version !== undefined && { version }) }, options: asked }),
      delete: (ids, asked = {}) => ask({ method: 'DELETE', path: path('del'), query: { ids }, options: asked }),
      undo: (change, asked = {}) => ask({ method: 'POST', path: path('undo'), body: { change }, options: asked }),
      send: (event, ids, more, asked = {}) => ask({ method: 'POST', path: path(event), body: { ...more, ids }, options: asked }),
      life: (id) => ask({ method: 'GET', path: path('life'), query: { id } }),
    };
  }

  return {
    section: (name) => {
      const controller = controllers[name];
      if (controller === undefined) throw new TypeError(`There is no section ${name} in this package`);
      return at(controller);
    },
    designed: (controller) => at(controller),
  };
}

const failed = (error: TroupeError): Result<never> => ({ ok: false, error });

/** What stands between us and the server answers so when it does not get through. */
const isOfGateway = (error: TroupeError): boolean => error.kind === 'unexpected' && [502, 503, 504].includes(error.status);

/** Whether a write may have been done, or may be yet: the server goes on with what it has begun. */
const mayBeDone = (error: TroupeError): boolean =>
  error.kind === 'unreachable' || error.kind === 'busy' || (error.kind === 'unexpected' && error.status >= 500);

/** How long to wait before the call is sent again; for ever where it is not. */
function pauseBefore(error: TroupeError, turn: number): number {
  const ownMs = FIRST_PAUSE_MS * 2 ** turn;
  if (error.kind === 'busy') return Math.max(ownMs, error.retryAfterSeconds * 1000);
  return error.kind === 'unreachable' || isOfGateway(error) ? ownMs : Number.POSITIVE_INFINITY;
}

/** Ends sooner where the caller gives up. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
  });

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names as the interface takes them: `search[0][field]`. */
function flat(value: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const walk = (name: string, one: unknown): readonly (readonly [string, string])[] => {
    if (one === undefined || one === null) return [];
    if (Array.isArray(one)) return one.flatMap((item, index) => walk(`${name}[${index}]`, item));
    if (isMap(one)) return Object.entries(one).flatMap(([key, item]) => walk(`${name}[${key}]`, item));
    return [[name, typeof one === 'string' ? one : JSON.stringify(one)]];
  };
  return Object.entries(value).flatMap(([name, one]) => walk(name, one));
}

const ACCEPTED = 1;
const CLOSED = 401;
/** Refused before anything was written: there is no such call, too much was sent, the disk of the server is full. */
const REFUSED: readonly number[] = [404, 413, 507];
/** Where the server does not say in how many seconds. */
const BUSY_SECONDS = 2;
const MINUTE_SECONDS = 60;

function secondsIn({ headers }: Response, otherwise: number): number {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/u.test(text) ? Number(text) : otherwise;
}

function resultOf(response: Response, text: string): Result<unknown> {
  const { status } = response;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failed({ kind: 'unexpected', status });
  }
  if (!isMap(body)) return failed({ kind: 'unexpected', status });
  const message = typeof body['msg'] === 'string' ? body['msg'] : '';
  if (status === 401) return failed({ kind: 'unauthorised', message });
  if (status === 429) return failed({ kind: 'tooFast', message, retryAfterSeconds: secondsIn(response, MINUTE_SECONDS) });
  if (typeof body['code'] !== 'number') return failed({ kind: 'unexpected', status });
  if (status === 503) return failed({ kind: 'busy', message, retryAfterSeconds: secondsIn(response, BUSY_SECONDS) });
  if (REFUSED.includes(status)) return failed({ kind: 'refused', message });
  if (status !== 200) return failed({ kind: 'unexpected', status });
  if (body['code'] === ACCEPTED) return { ok: true, value: body['data'] ?? {} };
  if (body['code'] === CLOSED) return failed({ kind: 'closed', message });
  // What a whole network may read in a minute is told so.
  if (response.headers.has('retry-after'))
    return failed({ kind: 'tooFast', message, retryAfterSeconds: secondsIn(response, MINUTE_SECONDS) });
  const detail = isMap(body['data']) ? body['data'] : {};
  if (detail['conflict'] === true && isMap(detail['row'])) return failed({ kind: 'conflict', message, current: detail['row'] });
  const fields = isMap(detail['fields']) ? (detail['fields'] as Readonly<Record<string, string>>) : undefined;
  return failed({ kind: 'refused', message, ...(fields && { fields }) });
}

const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);

/** What a webhook tells; `record` is what the record was when the message left. */
export interface WebhookMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly section?: string;
    readonly id?: number;
    readonly kind?: 'created' | 'changed' | 'deleted' | 'event';
    readonly event?: string;
    readonly changed?: readonly string[];
    readonly change?: number | null;
    readonly record?: Readonly<Record<string, unknown>> | null;
  };
}

const TOLERATED_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Whether a message came from the webhook with this secret within the last five minutes, as "Standard Webhooks" has it.
 * @param body the text that came, before anything has parsed it
 * @returns the message, or null where it is not to be trusted
 */
export async function verifyWebhook(
  secret: string,
  headers: Pick<Headers, 'get'>,
  body: string,
  nowSeconds = Date.now() / 1000,
): Promise<WebhookMessage | null> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name) ?? '');
  if (!id || !signatures || !/^\d{1,12}$/u.test(timestamp ?? '') || Math.abs(nowSeconds - Number(timestamp)) > TOLERATED_SECONDS)
    return null;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(SECRET_PREFIX, '')), algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of signatures.split(' ')) {
    const [version, signature = ''] = one.split(',');
    // The 32 bytes of the digest in base64: whatever else came is none.
    if (version !== 'v1' || !/^[A-Za-z\d+/]{43}=$/u.test(signature)) continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)) return JSON.parse(body) as WebhookMessage;
  }
  return null;
}
