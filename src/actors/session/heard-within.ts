/** A renewal stops every tab, and who signs out stands in front of the page: a line that has fallen silent is not waited for longer. */
export const HEARD_WITHIN_MS = 20_000;
