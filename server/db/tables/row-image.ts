/** A row as it was before or after a change, column by column. */
export type RowImage = Readonly<Record<string, unknown>>;
