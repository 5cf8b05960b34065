/** Runs that are kept, however young others are. */
export const TERMINAL_RUNS_KEPT = 2000;
/** Events and characters of output that the page of a run reads at a time. */
export const TERMINAL_READ_EVENTS = 500;
export const TERMINAL_READ_LENGTH = 1_048_576;
