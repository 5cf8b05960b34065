import type { Area } from '#domain/base/area';

/** Whoever changes an area's tokens for a reason that other tabs may have as well holds this lock. */
export const sessionLockOf = (area: Area): string => `troupe-session-${area}`;
