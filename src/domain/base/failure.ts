/**
 * Expected failures, as data. A failure ends as a state of a machine and is shown by one component;
 * anything else that is thrown is a defect and reaches the error boundary.
 *
 * `message` of `rejected` is a message key on the server and the server's translated text in the browser.
 * `fields` are translated texts by wire name, present when the server refused single fields.
 * `rows` are translated texts by id, present when of many records some were refused and none was written.
 * `current` is the stored record (wire form) when somebody else saved it first.
 * `isPassing` where the server is not through with what was asked: another time it may be answered, and nothing is said of whoever asks.
 * `isQuiet` where the caller asked for the message to be shown nowhere.
 * `retryAfterMs` where the server says when to come back.
 * Source: specification §8.
 */
export type Failure =
  | {
      readonly kind: 'rejected';
      readonly code: number;
      readonly message: string;
      readonly params?: Readonly<Record<string, string | number>>;
      readonly fields?: Readonly<Record<string, string>>;
      readonly rows?: Readonly<Record<string, string>>;
      readonly current?: Readonly<Record<string, unknown>>;
      readonly target?: { readonly routeName?: string; readonly routePath?: string };
      readonly isPassing?: true;
      readonly isQuiet?: true;
    }
  | { readonly kind: 'http'; readonly status: number; readonly url: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable'; readonly online: boolean }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'malformed'; readonly url: string }
  | { readonly kind: 'aborted' };

export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind === 'rejected' ? failure.message : failure.kind);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** A refusal by rule: `message` is a message key, answered with code 0 and its translation. */
export const rejection = (message: string, params?: Readonly<Record<string, string | number>>): FailureError =>
  new FailureError({ kind: 'rejected', code: 0, message, ...(params && { params }) });

/** Whether the server has decided: what took too long, or was busy, says nothing of who asked. */
export const isDecided = (failure: Failure): boolean => failure.kind === 'rejected' && !failure.isPassing;

/** What the server has said of one field, by its wire name; undefined where it refused another one, or something else went wrong. */
export const fieldRefusal = (failure: Failure | null | undefined, field: string): string | undefined =>
  failure?.kind === 'rejected' ? failure.fields?.[field] : undefined;

/** The failure inside a thrown value; a defect is thrown again so that it is never swallowed. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  throw error;
}

/** Whether the server has refused one field, by its wire name; a defect is thrown again. */
export const isRefusedAt = (error: unknown, field: string): boolean => fieldRefusal(failureOf(error), field) !== undefined;
