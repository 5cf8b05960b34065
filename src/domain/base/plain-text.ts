/** A value of a column as text: nothing is empty, a text is itself, anything else is written as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
