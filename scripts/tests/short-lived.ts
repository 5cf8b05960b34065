/**
 * Node's options for a process with an embedded database that lives for seconds: to compile the engine well would take longer than to
 * run it as it is first compiled.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const;
