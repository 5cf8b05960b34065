/** What may be asked again as it is, under a name. */
export const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/iu;
/** The engine makes a plan for the values of each of the first five uses, and may go on with one for any values. */
export const USES_BY_VALUE = 5;

const PAGED = /\blimit \$/u;
const CUTS = /\b(?:limit|offset) \$/gu;

/**
 * Whether it is a page, found among more or fewer rows with other values: then a plan for any values may be a bad one for these. Values that only say where
 * a page begins and ends do not count.
 */
export const isFoundByValue = (sql: string, params: readonly unknown[]): boolean =>
  PAGED.test(sql) && (sql.match(CUTS)?.length ?? 0) < params.length;
