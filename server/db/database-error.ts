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
} as const;

export type DatabaseRefusal = keyof typeof NAMES;

/** No connection, too many of them, or a database that is still starting. */
const NO_CONNECTION = new Set(['ECONNREFUSED', '08001', '08004', '53300', '57P03']);
/** The pool's own words; it gives them no code. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** In the words of the database, and of the system where the embedded one or a file of ours met it. */
const NO_SPACE = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const NO_SPACE_LEFT = /no space left on device|disk quota exceeded/iu;

/** Whether the disk is full, so that nothing was written. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, message } = databaseErrorFields(error);
  if (NO_SPACE.has(code ?? '') || NO_SPACE_LEFT.test(message)) return true;
  return error instanceof Error && error.cause !== undefined && isOutOfSpace(error.cause);
}

/** Whether no connection was to be had, so that nothing was done. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = databaseErrorFields(error);
  return NO_CONNECTION.has(code ?? '') || message === NO_FREE_CONNECTION;
}

/** Whether the database refused for this reason, and, if given, because of this constraint. Same answer on both kinds. */
export function isRefusal(error: unknown, refusal: DatabaseRefusal, constraint?: string): boolean {
  const fields = databaseErrorFields(error);
  return fields.code === NAMES[refusal] && (constraint === undefined || fields.constraint === constraint);
}
