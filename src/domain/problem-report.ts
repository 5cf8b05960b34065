/** Where somebody was when something went wrong. */
export const PROBLEM_AREAS = ['admin', 'member'] as const;
export type ProblemArea = (typeof PROBLEM_AREAS)[number];

export const MAX_SENTENCE_LENGTH = 1000;
export const MAX_JOURNAL_LENGTH = 1_000_000;
