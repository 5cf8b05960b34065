import type { BrokenCode } from '#domain/observe/problem-report';

/** What can be told of a thrown value; nothing where nothing was thrown. */
export const brokenCodeOf = (error: unknown): BrokenCode | null =>
  error instanceof Error ? { name: error.name, message: error.message } : null;
