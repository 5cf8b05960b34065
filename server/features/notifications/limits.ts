/** Limits of what administrators are told. Source: docs/security.md, rules 7 and 14. */

/** How long it is kept. */
export const NOTIFICATION_SECONDS = 90 * 86_400;
/** Records with news, and requests, that are told of at once; the rest comes with the next look. */
export const COLLECTED_AT_ONCE = 50;
/** How far back whoever is looked after for the first time is told of their own requests. */
export const FIRST_LOOK_SECONDS = 86_400;
/**
 * How far behind what was seen last it is looked again: what was asked for or settled by a transaction that went on for a while is there to
 * be seen after what was begun later.
 */
export const LATE_SECONDS = 600;
