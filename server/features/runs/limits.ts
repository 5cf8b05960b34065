import { RUN_DEAD_MS, SHUTDOWN_MS } from '../../base/limits.ts';

/** Whoever has not looked for so long has not watched in between: the database may have been away. */
export const RUN_WATCHED_EVERY_MS = 5000;
/** How long what a run says waits for a database that is away, and how often it is tried meanwhile. */
export const RUN_OUTAGE_MS = 60_000;
export const RUN_OUTAGE_PAUSE_MS = 500;
/** Longer than any server that lives is silent. */
export const RUN_GONE_MS = RUN_OUTAGE_MS + RUN_DEAD_MS;
/** When whoever asked a process that is about to end may ask again, and be answered by another. */
export const CLOSING_RETRY_SECONDS = 1;
/** How long answers of models may go on in a process that is to end: their ends are told before connections are cut. */
export const ANSWERS_GO_ON_MS = SHUTDOWN_MS - 2000;
