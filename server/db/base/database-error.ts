/** What the database refused, without the values that were sent: those may be secrets. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;

  constructor(fields: DatabaseErrorFields) {
    super(fields.message);
    this.code = fields.code;
    this.constraint = fields.constraint;
    this.detail = fields.detail;
    this.table = fields.table;
    this.column = fields.column;
  }
}

export interface DatabaseErrorFields {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly detail?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
}

const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Copies the fields of an error of either driver; anything else of it (query, parameters) stays behind. */
export function databaseErrorFields(error: unknown): DatabaseErrorFields {
  const source = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    message: optionalText(source['message']) ?? String(error),
    code: optionalText(source['code']),
    constraint: optionalText(source['constraint']),
    detail: optionalText(source['detail']),
    table: optionalText(source['table']),
    column: optionalText(source['column']),
  };
}

const NAMES = {
  unique: '23505',
  foreignKey: '23503',
  check: '23514',
  notNull: '23502',
  tooLong: '22001',
  outOfRange: '22003',
  timeout: '57014',
  serialization: '40001',
  deadlock: '40P01',
  noColumn: '42703',
  noTable: '42P01',
  locked: '55P03',
} as const;

export type DatabaseRefusal = keyof typeof NAMES;

/** No way to the database: the line, the host, or the server itself is away. */
const NO_CONNECTION = new Set(
  ['ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN ENOTFOUND', '53300 57P01 57P02 57P03 57P05 25P03'].flatMap(
    (codes) => codes.split(' '),
  ),
);
/** Every refusal of this class is about the connection. */
const CONNECTION_CLASS = /^08/u;
/** A server that was demoted takes no more writes: another one does, or will. */
const READ_ONLY = '25006';
/** The driver's own words; it gives them no code. */
const UNANSWERED = 'Query read timeout';
const NO_LINE =
  /^(?:timeout exceeded when trying to connect|Connection terminated(?: unexpectedly| due to connection timeout)?|Client (?:was closed|has encountered a connection error) and is not queryable)$/u;

/** In the words of the database, and of the system where the embedded one or a file of ours met it. */
const NO_SPACE = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const NO_SPACE_LEFT = /no space left on device|disk quota exceeded/iu;

/** Whether the disk is full, so that nothing was written. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, message } = databaseErrorFields(error);
  if (NO_SPACE.has(code ?? '') || NO_SPACE_LEFT.test(message)) return true;
  return error instanceof Error && error.cause !== undefined && isOutOfSpace(error.cause);
}

/** Whether what is asked for by name would have other columns by now; with other reasons that have this code it is asked for in vain once more. */
export const isPlanOutdated = (error: unknown): boolean => databaseErrorFields(error).code === '0A000';
/** Whether nothing of this name is kept on the connection. */
export const isStatementUnknown = (error: unknown): boolean => databaseErrorFields(error).code === '26000';

/** A page or an index that cannot be read as it is. */
const DAMAGED = new Set(['XX001', 'XX002']);
export const isDamage = (error: unknown): boolean => DAMAGED.has(databaseErrorFields(error).code ?? '');

/** Whether a statement stayed without any answer, although the database ends each that takes too long. */
export const isUnansweredStatement = (error: unknown): boolean => databaseErrorFields(error).message === UNANSWERED;

/** Whether the server that answered is not, or no longer, the one that may be written to. */
export const isNoPrimary = (error: unknown): boolean => databaseErrorFields(error).code === READ_ONLY;

/**
 * Whether the database is away for now. Where the line broke in the middle, something may have been done; whoever asks again says
 * with their key that it is the same write.
 */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message } = databaseErrorFields(error);
  if (NO_CONNECTION.has(code) || CONNECTION_CLASS.test(code) || code === READ_ONLY) return true;
  if (NO_LINE.test(message) || message === UNANSWERED) return true;
  // Several addresses of one host were tried.
  return error instanceof AggregateError && error.errors.some(isUnavailable);
}

/** Whether the database refused for this reason, and, if given, because of this constraint. Same answer on both kinds. */
export function isRefusal(error: unknown, refusal: DatabaseRefusal, constraint?: string): boolean {
  const fields = databaseErrorFields(error);
  return fields.code === NAMES[refusal] && (constraint === undefined || fields.constraint === constraint);
}
