/** What the server does not answer within its own bound of 30 seconds is not answered any more: whoever waits may leave then. */
export const ANSWERED_WITHIN_MS = 40_000;
