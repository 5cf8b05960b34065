/** As many as somebody looks through. */
const MOST_OFFERED = 50;

/**
 * Tags as records have them, each once, those that most records have first, and of equally usual ones the one that came first.
 * @param values of the field of tags, a record each; what is no list of texts counts as none
 */
export function usualTags(values: readonly unknown[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const tag of values.flatMap((value) => (Array.isArray(value) ? [...new Set<unknown>(value)] : [])))
    if (typeof tag === 'string' && tag !== '') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_OFFERED)
    .map(([tag]) => tag);
}
