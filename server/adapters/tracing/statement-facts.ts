/** As much of a statement as is looked at; names of tables stand at its beginning mostly. */
const LOOKED_AT_LENGTH = 4000;
const TABLES_NAMED = 5;
const OPERATIONS =
  /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|set|alter|create|drop|lock|notify|listen)\b/iu;
/** What looks like a table and is none: what stands in quotes is a value, and these take a column behind their `from`. */
const NO_TABLES = /'(?:[^']|'')*'?|\bdistinct\s+from\b|\bextract\s*\([^)]*\)/giu;
const TABLES =
  /\b(?:from|into|update|join)\s+(?:"?[a-z]\w{0,62}"?\.)?"([a-z]\w{0,62})"|\b(?:from|into|update|join)\s+pgboss\.(\w{1,63})/giu;

export interface StatementFacts {
  /** Such as `select`; `other` for what is none of the usual. */
  readonly operation: string;
  /** In the order in which they are named, each once, a few at most. */
  readonly tables: readonly string[];
}

/** What a statement does with which tables. Nothing else of its text is passed on: a value could stand in it. */
export function statementFacts(sql: string): StatementFacts {
  const text = sql.slice(0, LOOKED_AT_LENGTH).replaceAll(NO_TABLES, ' ');
  const named = [...text.matchAll(TABLES)].flatMap(([, quoted, queued]) => quoted ?? queued ?? []);
  return { operation: OPERATIONS.exec(text)?.[1]?.toLowerCase() ?? 'other', tables: [...new Set(named)].slice(0, TABLES_NAMED) };
}
