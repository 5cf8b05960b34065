/**
 * What the server does not answer within its own bound of 30 seconds is seldom answered: whoever waits may leave then. The write itself goes
 * on, since it may have been stored. Source: specification §7 "There is no timeout"; readings 7.3.
 */
export const ANSWERED_WITHIN_MS = 40_000;
