/** A value of a column as text: nothing is empty, a text is itself, anything else is written as JSON. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** A text as it is; whatever else came in its place counts as none. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What came from outside, as something with names: neither a list nor a single value. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
