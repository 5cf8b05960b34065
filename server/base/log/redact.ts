import { bareName, isSecretName } from './secret-names.ts';

const REDACTED = '[redacted]';
const MAX_TEXT_LENGTH = 2000;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;

/** Secrets only where a log of the server has them; in the work of people such words mean anything. */
const SECRET_KEYS = new Set(['code', 'key', 'databaseurl', 'params', 'parameters', 'detail', 'hash']);
/** These say what went wrong, and are no secrets although their name is on the list above. */
const CODES = /^(?:[0-9A-Z]{5}|E[A-Z_]{2,30}|ERR_[A-Z_]{2,60}|-?\d{1,3})$/u;

/** 32 random bytes in base64url, the shape of all our tokens; in hexadecimal, the shape of their hashes. */
const TOKEN_SHAPES = /(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])/gu;
const URL_PASSWORD = /(:\/\/[^\s/:@]*):[^\s/@]+@/gu;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]+/giu;
const PHC_STRING = /\$(?:argon2|scrypt|pbkdf2)[^\s"']*/gu;
const QUERY = /\?[^\s"']*/u;

/** A copy that may be written down: bounded in size and depth, without secrets, never throwing. */
export function redact(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return object(fields, 0, new Set());
}

function object(source: object, depth: number, above: Set<object>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source).slice(0, MAX_ITEMS))
    copy[key] = isSecretKey(key, value) ? REDACTED : field(key, value, depth, above);
  return copy;
}

function isSecretKey(key: string, value: unknown): boolean {
  const bare = bareName(key);
  if (value === undefined || value === null || typeof value === 'boolean') return false;
  if (bare === 'code') return !CODES.test(typeof value === 'string' || typeof value === 'number' ? `${value}` : '');
  return SECRET_KEYS.has(bare) || isSecretName(key);
}

function field(key: string, value: unknown, depth: number, above: Set<object>): unknown {
  const written = anything(value, depth, above);
  return typeof written === 'string' && (key === 'url' || key === 'path') ? written.replace(QUERY, '') : written;
}

function anything(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  const within = new Set(above).add(value);
  try {
    if (value instanceof Error) return errorFields(value, depth + 1, within);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => anything(item, depth + 1, within));
    if ('toJSON' in value && typeof value.toJSON === 'function') return anything(value.toJSON(), depth + 1, within);
    return object(value, depth + 1, within);
  } catch {
    return '[unreadable]';
  }
}

function errorFields(error: Error, depth: number, above: Set<object>): Record<string, unknown> {
  const own = error as { readonly code?: unknown; readonly constraint?: unknown };
  return {
    name: error.name,
    message: text(error.message),
    ...(own.code === undefined ? {} : { code: isSecretKey('code', own.code) ? REDACTED : own.code }),
    ...(typeof own.constraint === 'string' ? { constraint: text(own.constraint) } : {}),
    ...(error.stack === undefined ? {} : { stack: text(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: anything(error.cause, depth, above) }),
  };
}

function text(value: string): string {
  // What is cut loses its last word too: half a token would no longer look like one.
  const cut =
    value.length > MAX_TEXT_LENGTH
      ? `${value.slice(0, MAX_TEXT_LENGTH).replace(/[\w-]{1,200}$/u, '')}… (${value.length} characters)`
      : value;
  return cut
    .replaceAll(URL_PASSWORD, '$1:[redacted]@')
    .replaceAll(BEARER, '$1 [redacted]')
    .replaceAll(PHC_STRING, REDACTED)
    .replaceAll(TOKEN_SHAPES, REDACTED);
}
