import { FailureError, rejection } from '#domain/base/failure';
import type { Texts } from '#domain/fields/kinds/base/declared';
import type { Issues } from '#domain/base/issue';

/** What a field is called: the key of a message, or a text in each language. */
export type FieldTitle = string | Texts;

/** Single fields were refused; `issues` stand by wire name and are translated when the reply is written. */
export class FieldsRefused extends Error {
  override readonly name = 'FieldsRefused';
  readonly issues: Issues;
  /** By wire name. A client may have no place to show a field's issue at: the message then says whose it is. */
  readonly titles: Readonly<Record<string, FieldTitle>>;

  constructor(issues: Issues, titles: Readonly<Record<string, FieldTitle>> = {}) {
    super('fields refused');
    this.issues = issues;
    this.titles = titles;
  }
}

/** An outcome that a page of its own handles: its code and what stands in it are part of the call's contract. Source: wire protocol §1.2. */
export class OutcomeRefused extends Error {
  override readonly name = 'OutcomeRefused';
  readonly outcome: {
    readonly code: number;
    /** A message key; empty where the page has words of its own. */
    readonly key: string;
    readonly params?: Readonly<Record<string, string | number>>;
    readonly data: Readonly<Record<string, unknown>>;
  };

  constructor(outcome: OutcomeRefused['outcome']) {
    super(outcome.key);
    this.outcome = outcome;
  }
}

/** Why one record of many is refused. */
export type Refusal = FailureError | FieldsRefused;

/** Of many records some were refused, and so none was written; the reasons stand by id. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused';
  readonly refusals: ReadonlyMap<number, Refusal>;

  constructor(refusals: ReadonlyMap<number, Refusal>) {
    super('rows refused');
    this.refusals = refusals;
  }
}

/** The caller's sign-in was ended, or the account disabled, while the call was under way; answered as the gate answers strangers. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
  readonly area: 'admin' | 'member';

  constructor(area: 'admin' | 'member') {
    super('session ended');
    this.area = area;
  }
}

/** Too much work is waiting; answered as 503 with Retry-After. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('busy');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Somebody else saved the record first; `row` is what is stored now, in wire form. */
export const conflict = (row: Readonly<Record<string, unknown>>): FailureError =>
  new FailureError({ kind: 'rejected', code: 0, message: 'refusals.conflict', current: row });

export const notFound = (): FailureError => rejection('refusals.recordNotFound');
