/** Longer names are cut by the database without a word. */
const LONGEST_NAME = 63;

/** Words that cannot be names of tables and columns without quotes, in PostgreSQL or in the databases that others come from. */
const RESERVED = new Set(
  (
    'all alter analyse analyze and any array as asc asymmetric authorization between binary both by case cast change check collate collation ' +
    'column concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp ' +
    'current_user database default deferrable delete desc describe distinct div do drop else end except explain exists false fetch for foreign freeze from ' +
    'full grant group having ilike in index initially inner insert intersect interval into is isnull join key keys kill lateral leading left like limit ' +
    'localtime localtimestamp lock match mod natural not notnull null offset on only or order outer overlaps placing primary range references ' +
    'rename returning right row rows schema select session_user set show similar some symmetric system_user table tablesample then to trailing trigger true ' +
    'union unique update use user using values variadic verbose when where window with xmax xmin cmin cmax ctid tableoid oid'
  ).split(' '),
);

export const isReservedWord = (name: string): boolean => RESERVED.has(name);

/** A name as it stands in a statement. */
export const ident = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/u.test(name) && !isReservedWord(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** A text as it stands in a statement. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The name of what belongs to columns of a table, such as `x_ticket_code_unique`: refusals of the database find their field by it. One
 * that would be cut ends with a sum of the whole instead.
 */
export function objectName(table: string, columns: readonly string[], ending: string): string {
  const whole = [table, ...columns, ending].join('_');
  return whole.length <= LONGEST_NAME ? whole : `${whole.slice(0, LONGEST_NAME - 8)}_${sumOf(whole)}`;
}

/** FNV-1a, seven characters: names that differ have to stay different, and nobody tries to make two alike. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return (sum >>> 0).toString(36).padStart(7, '0');
}
