/** Where somebody was when something went wrong. */
export const PROBLEM_AREAS = ['admin', 'member'] as const;
export type ProblemArea = (typeof PROBLEM_AREAS)[number];

export type Reporter = 'admin' | 'member' | 'visitor';

/** What has become of a report. */
export type ProblemState = 'new' | 'seen' | 'closed';

export const MAX_SENTENCE_LENGTH = 1000;
export const MAX_JOURNAL_LENGTH = 1_000_000;

/** What the server reads of one body, less room for what stands beside the journal; in bytes as JSON writes it. */
export const MAX_JOURNAL_WIRE_BYTES = 1_000_000;

/** What can be said of a journal that was taken for a report. */
export interface TakenJournal {
  readonly entries: number;
  readonly sizeBytes: number;
  /** Path of the page, without what follows a question mark. */
  readonly page: string;
  readonly language: string;
  readonly app: string;
  readonly build: string;
  /** It was too long: the oldest entries are left out. */
  readonly isCut: boolean;
}

/** A defect of a page, as it is told. */
export interface BrokenCode {
  readonly name: string;
  readonly message: string;
}
