import qs from 'qs';
import { canonicalRequest } from '#api/contract/base/dialect';
import { rejection } from '#domain/base/failure';
import { MAX_IDS } from '#domain/table/resource-query';
import { BODY_LIMIT_BYTES, INPUT_DEPTH, INPUT_KEYS, PARAMETER_NAME_LENGTH, PART_HEADER_BYTES, QUERY_PARAMETERS } from '../base/limits.ts';
import { BODY_SIZE, jsonSize, LARGE_BODY_SIZE } from './json-size.ts';

export type RequestInput = Readonly<Record<string, unknown>>;

/** The body is larger than any call needs; answered as 413. Hono's `bodyLimit` believes the announced length and knows one limit for everybody. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** One of these as a part of a name in brackets or with dots. */
const FORBIDDEN_PART = /(?:^|[[\].])(?:__proto__|constructor|prototype)(?:$|[[\].])/u;
const unreadable = (): Error => rejection('refusals.unreadable');

/** Checks keys and texts of everything that comes in, so that nothing behind meets text the database cannot hold. */
function checkInput(value: unknown, depth = 0): unknown {
  if (depth > INPUT_DEPTH) throw unreadable();
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw rejection('refusals.badText');
    return value;
  }
  if (Array.isArray(value)) value.forEach((item) => checkInput(item, depth + 1));
  else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length > INPUT_KEYS) throw unreadable();
    for (const [key, item] of entries) {
      if (FORBIDDEN_KEYS.has(key)) throw unreadable();
      checkInput(key);
      checkInput(item, depth + 1);
    }
  }
  return value;
}

/** Reads `a=1&ids[]=2&search[0][field]=x`, of which Hono's `query` knows the flat names alone. Too many, too long, too deep and dangerous keys are refused, not cut off. */
function parseQuery(text: string): RequestInput {
  if (text === '') return {};
  // Counted and measured first: a body has room for a million names.
  const pairs = text.split('&', QUERY_PARAMETERS + 1);
  if (pairs.length > QUERY_PARAMETERS) throw unreadable();
  for (const pair of pairs) {
    const name = pair.split('=', 1)[0] ?? '';
    if (name.length > PARAMETER_NAME_LENGTH || FORBIDDEN_PART.test(decodeKey(name))) throw unreadable();
  }
  let parsed: RequestInput;
  try {
    parsed = qs.parse(text, {
      depth: 4,
      strictDepth: true,
      arrayLimit: MAX_IDS,
      parameterLimit: QUERY_PARAMETERS,
      throwOnLimitExceeded: true,
    });
  } catch {
    throw unreadable();
  }
  return checkInput(parsed) as RequestInput;
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw unreadable();
  }
}

async function readBody(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw new BodyTooLargeError();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) throw new BodyTooLargeError();
      chunks.push(chunk);
    }
  } catch (error) {
    // A sender who goes away in the middle is no fault of the server.
    throw error instanceof BodyTooLargeError ? error : unreadable();
  }
  const whole = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw rejection('refusals.badText');
  }
}

function parseJson(text: string): RequestInput {
  let parsed: unknown;
  try {
    // A key that JSON.parse would set as an own property is still refused by name below.
    parsed = JSON.parse(text);
  } catch {
    throw unreadable();
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw unreadable();
  return checkInput(parsed) as RequestInput;
}

/** Counted before anything is made of them: a megabyte has room for half a million objects, of which a schema judges each. */
function requireFew(bytes: Uint8Array, limitBytes: number): void {
  const most = limitBytes > BODY_LIMIT_BYTES ? LARGE_BODY_SIZE : BODY_SIZE;
  const { containers, values } = jsonSize(bytes, most);
  if (containers > most.containers || values > most.values) throw new BodyTooLargeError();
}

/** Read as strictly as it can be: what another reader would take for the boundary must be what is counted. */
const FORM_TYPE =
  /^multipart\/form-data(?:\s*;\s*charset=[\w-]+)?\s*;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))(?:\s*;\s*charset=[\w-]+)?\s*$/iu;

/** Parts are counted and their heads measured before the form is read: reading costs a thousand times as much as sending, for each of them. */
function checkParts(bytes: Uint8Array<ArrayBuffer>, type: string): void {
  const [, quoted, plain] = FORM_TYPE.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable();
  // A character a byte: what is looked for has none but plain ones.
  const form = new TextDecoder('latin1').decode(bytes);
  const mark = `--${boundary}`;
  let parts = 0;
  for (let at = form.indexOf(mark); at >= 0; at = form.indexOf(mark, at + mark.length)) {
    const end = form.indexOf('\r\n\r\n', at);
    parts += 1;
    // The last mark is no part's.
    if (parts > QUERY_PARAMETERS + 1 || (end < 0 ? form.length : end) - at > PART_HEADER_BYTES) throw unreadable();
  }
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<RequestInput> {
  checkParts(bytes, type);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw unreadable();
  }
  const pairs = [...form.entries()].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []));
  return parseQuery(new URLSearchParams(pairs).toString());
}

async function parseBody(request: Request, limitBytes: number): Promise<RequestInput> {
  const bytes = await readBody(request, limitBytes);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get('content-type') ?? '';
  const kind = type.split(';', 1)[0]?.trim().toLowerCase();
  if (kind === 'application/json') {
    requireFew(bytes, limitBytes);
    return parseJson(textOf(bytes));
  }
  // Rows of a file come as JSON.
  if (bytes.byteLength > BODY_LIMIT_BYTES) throw new BodyTooLargeError();
  if (kind === 'application/x-www-form-urlencoded') return parseQuery(textOf(bytes));
  if (kind === 'multipart/form-data') return parseForm(bytes, type);
  throw rejection('refusals.contentType');
}

/** What a call was sent whose body is a file: the query; nobody has looked at the body yet. */
export function readQueryInput(url: URL): { readonly raw: RequestInput; readonly input: RequestInput } {
  const raw = parseQuery(url.search.slice(1));
  return { raw, input: canonicalRequest(raw) as RequestInput };
}

/**
 * What a call was sent: the query of a GET, the body of a POST, both of a DELETE and of a POST that says so; as sent, and in the spelling
 * used inside.
 */
export async function readInput(
  request: Request,
  url: URL,
  limitBytes = BODY_LIMIT_BYTES,
  takesQuery = request.method === 'DELETE',
): Promise<{ readonly raw: RequestInput; readonly input: RequestInput }> {
  const query = parseQuery(url.search.slice(1));
  const raw = request.method === 'GET' || request.method === 'HEAD' ? query : await parseBody(request, limitBytes);
  const whole = takesQuery ? { ...query, ...raw } : raw;
  return { raw: { ...query, ...raw }, input: canonicalRequest(whole) as RequestInput };
}
