import * as z from 'zod/mini';

/**
 * The object around every JSON reply. `code` 1 is success; servers of the family may send it as text. `time` is Unix seconds.
 * Source: specification §3 "Standard reply"; wire protocol §1.1.
 */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly time: number;
  readonly data: unknown;
}

const looseNumber = z.union([z.number(), z.pipe(z.string().check(z.regex(/^-?\d+$/u)), z.transform(Number))]);

const schema = z.object({
  code: looseNumber,
  msg: z._default(z.nullish(z.string()), ''),
  time: z._default(z.optional(looseNumber), 0),
  data: z.optional(z.unknown()),
});

/** @returns null when `body` is no envelope (an error page of a proxy, a cut reply). */
export function parseEnvelope(body: unknown): Envelope | null {
  const parsed = schema.safeParse(body);
  if (!parsed.success) return null;
  return { code: parsed.data.code, msg: parsed.data.msg ?? '', time: parsed.data.time, data: parsed.data.data ?? null };
}
