const GIGABYTE = 1024 ** 3;
/** A process of the runner with the server and the browser that it starts, and a part of what the linter and the compiler take beside it. */
const BYTES_EACH = 2 * GIGABYTE;

/**
 * How many files of tests run at a time: three a core, since a file waits for more than half of its time for a server, a browser, a child
 * process or a clock. Where there is not memory for so many it is two a core, as many as always fitted.
 */
export const workersOf = (cores: number, bytes: number): number => Math.max(2 * cores, Math.min(3 * cores, Math.floor(bytes / BYTES_EACH)));
