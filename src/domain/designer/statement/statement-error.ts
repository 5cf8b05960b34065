import type { Issue } from '../../base/issue.ts';

/** Why a statement is not read. */
type Reason =
  /** `word`: what is no part of any statement, or not of this place. */
  'sign' | 'word' | 'end' | 'quotes' | 'backslash' | 'comment' | 'type' | 'columnTwice' | 'columnUnknown' | 'noColumns' | 'tooLong';

/** A statement that is not read, with the line that it is about. Messages: `designer.statement.…`. */
export class StatementError extends Error {
  readonly issue: Required<Issue>;

  constructor(line: number, reason: Reason, params: NonNullable<Issue['params']> = {}) {
    super(`line ${line}: ${reason}`);
    this.issue = { key: `refusals.designer.statement.${reason}`, params: { line, ...params } };
  }
}
