/** A query string as data. A key that occurs several times has a list. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** @param search with or without its question mark */
export function queryOf(search: string): Query {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => {
      const values = parameters.getAll(key);
      return [key, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** @returns '' or the query with its question mark */
export function searchPartOf(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [key, values] of Object.entries(query)) for (const value of [values].flat()) parameters.append(key, value);
  const text = parameters.toString();
  return text && `?${text}`;
}
