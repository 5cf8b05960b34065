/** Of a statement at most, in UTF-16 units: several times what a table of sixty columns with comments takes. */
export const STATEMENT_LENGTH = 20_000;
