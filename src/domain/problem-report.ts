/** Where somebody was when something went wrong. */
export const PROBLEM_AREAS = ['admin', 'member'] as const;
export type ProblemArea = (typeof PROBLEM_AREAS)[number];

export type Reporter = 'admin' | 'member' | 'visitor';

/** What has become of a report. */
export type ProblemState = 'new' | 'seen' | 'closed';

export const MAX_SENTENCE_LENGTH = 1000;
export const MAX_JOURNAL_LENGTH = 1_000_000;
