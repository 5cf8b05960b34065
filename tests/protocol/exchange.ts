import type * as z from 'zod';

/** One call of a client of the family, with what must hold in the reply. */
export interface Exchange {
  /** What the reply shows, as a sentence without its stop. */
  readonly title: string;
  /** Part of the wire protocol. */
  readonly source: string;
  /** @throws NotKnown when an earlier reply did not tell what it takes */
  readonly call: (known: Known) => Sent;
  readonly reply: Expected | ((known: Known) => Expected);
  /** Keeps what later calls need. */
  readonly learn?: (data: any, known: Known) => void; // oxlint-disable-line typescript/no-explicit-any -- its shape was checked by the reply's schema
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its query, in brackets as clients write it. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  /** Sent without the token of the sign-in. */
  readonly isAnonymous?: boolean;
  /** A member's, sent instead of the administrator's. */
  readonly memberToken?: string;
}

export type Expected =
  | {
      readonly kind: 'envelope';
      /** Any of them, where several will do. */
      readonly code: number | readonly number[];
      /** What `data` must look like. */
      readonly data?: z.ZodType;
    }
  | { readonly kind: 'file'; readonly type: RegExp }
  | { readonly kind: 'stream'; readonly ends: string }
  | { readonly kind: 'status'; readonly status: number };

/** What the run has learned so far. */
export interface Known {
  readonly username: string;
  readonly password: string;
  /** Stands in the name of everything that is written, so that it can be found and taken away. */
  readonly marker: string;
  token: string | null;
  refreshToken: string | null;
  captcha: { readonly id: string; readonly info: string } | null;
  readonly facts: Map<string, unknown>;
  /** What was written and is still there, newest last. */
  readonly written: { readonly controller: string; readonly id: number }[];
}

/** An earlier reply did not tell what this call takes. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
}

export function fact({ facts }: Known, name: string): unknown {
  if (!facts.has(name)) throw new NotKnown(name);
  return facts.get(name);
}

/** The id of a record that was found. */
export const idOf = (known: Known, name: string): number => Number(fact(known, name));

/** A reply that is accepted, with this in it. */
export const accepted = (data?: z.ZodType): Expected => ({ kind: 'envelope', code: 1, ...(data && { data }) });
/** A business error. */
export const refused: Expected = { kind: 'envelope', code: 0 };
