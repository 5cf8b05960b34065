/**
 * Node's options for a process with an embedded database that lives for seconds: to compile the engine well would take longer than to
 * run it as it is first compiled.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const;

/**
 * Node's options for a process that draws pages or walks machines: what is young there is gone after the test. With twice the usual room for it there are fewer
 * collections, of which each looks through what is not gone: a tenth less of processor time for pages, a fifteenth for machines, nothing for servers.
 */
export const MUCH_THAT_IS_YOUNG = ['--max-semi-space-size=32'] as const;
