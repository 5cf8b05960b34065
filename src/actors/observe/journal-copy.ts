import { FailureError, type Failure } from '#domain/base/failure';
import type { EventObject } from 'xstate';

type Plain = EventObject & Readonly<Record<string, unknown>>;

/**
 * A copy through JSON, made at once: later mutation cannot change history, and a `Secret` turns into its placeholder.
 * Never throws; what cannot be written down (a file, a node, a function, a circle) is recorded by its type alone.
 */
export function toJournalJson<E extends EventObject>(event: E): Plain & Readonly<Record<keyof E, unknown>> {
  try {
    return JSON.parse(JSON.stringify(event, writeValue));
  } catch {
    return { type: event.type, $unrecordable: true } as never;
  }
}

/** The way back for a replay: errors become errors again, so that machines read them as they did. */
export const fromJournalJson = <T>(value: T): T => JSON.parse(JSON.stringify(value), readValue);

function writeValue(_key: string, value: unknown): unknown {
  if (value instanceof FailureError) return { $error: { name: value.name, message: value.message, failure: value.failure } };
  if (value instanceof Error) return { $error: { name: value.name, message: value.message } };
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('not data');
  if (typeof value === 'object' && value !== null && !isPlain(value)) throw new TypeError('not data');
  return value;
}

function readValue(_key: string, value: unknown): unknown {
  const error = (value as { $error?: { name: string; message: string; failure?: Failure } } | null)?.$error;
  if (!error) return value;
  return error.failure ? new FailureError(error.failure) : Object.assign(new Error(error.message), { name: error.name });
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
