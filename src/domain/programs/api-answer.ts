/** What a call was answered, as it is shown. */
export interface ApiAnswer {
  readonly status: number;
  readonly tookMs: number;
  /** Those that say something about the call. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON with indents where it is any; cut where it is long. */
  readonly body: string;
  readonly isCut: boolean;
  /** How many bytes came; of a file, only that many were looked at. */
  readonly sizeBytes: number;
  /** Of a write: by which it is taken back. */
  readonly change: number | null;
  /** What the envelope says of itself; null where none came. */
  readonly code: number | null;
}

/** Letters of a body that a page shows without growing slow. */
export const SHOWN_LETTERS = 100_000;
/** Headers that are worth a look. */
export const TOLD_HEADERS: readonly string[] = [
  'content-type',
  'etag',
  'x-request-id',
  'retry-after',
  'content-disposition',
  'idempotency-replayed',
];

interface Envelope {
  readonly code?: unknown;
  readonly data?: { readonly change?: unknown } | null;
}

/** @param text the whole body; '' of a file */
export function answerOf(
  { status, headers, tookMs }: Pick<ApiAnswer, 'status' | 'headers' | 'tookMs'>,
  text: string,
  sizeBytes: number,
): ApiAnswer {
  const parsed = parse(text);
  const { code, data } = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Envelope;
  const whole = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
  return {
    status,
    tookMs: Math.round(tookMs),
    headers,
    body: whole.slice(0, SHOWN_LETTERS),
    isCut: whole.length > SHOWN_LETTERS,
    sizeBytes,
    change: typeof data?.change === 'number' ? data.change : null,
    code: typeof code === 'number' ? code : null,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
