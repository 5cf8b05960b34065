export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What can be reached from a place in one step or more. */
function reachedFrom(counts: Counts, start: Iterable<string>): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (place: string): void => {
    if (reached.has(place)) return;
    reached.add(place);
    for (const next of counts.get(place)?.keys() ?? []) visit(next);
  };
  for (const place of start) visit(place);
  return reached;
}

/** Without arrows that lead where a longer way leads as well: those clutter the picture, and the table beside it has them. */
const directArrows = (counts: Counts): readonly (readonly [string, string, number])[] =>
  [...counts].flatMap(([from, row]) =>
    [...row].flatMap(([to, count]) => {
      const others = [...row.keys()].filter((other) => other !== to);
      return reachedFrom(counts, others).has(to) ? [] : [[from, to, count] as const];
    }),
  );

/** From the top to the ground: who imports stands before what it imports. */
export function fromTheTop(counts: Counts): readonly string[] {
  const depth = (place: string, path: readonly string[] = []): number =>
    path.includes(place) ? 0 : 1 + Math.max(0, ...[...(counts.get(place)?.keys() ?? [])].map((below) => depth(below, [...path, place])));
  const depths = new Map([...counts.keys()].map((place) => [place, depth(place)]));
  return [...counts.keys()].sort((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0) || a.localeCompare(b));
}

/** A Mermaid flowchart of who imports whom, with how often. */
export function flowchartOf(counts: Counts): string {
  const places = fromTheTop(counts);
  const idOf = (place: string): string => `p${places.indexOf(place)}`;
  const order = (a: string, b: string): number => places.indexOf(a) - places.indexOf(b);
  return [
    '```mermaid',
    'flowchart TD',
    ...places.map((place) => `  ${idOf(place)}["${place}"]`),
    ...[...directArrows(counts)]
      .sort(([a, b], [c, d]) => order(a, c) || order(b, d))
      .map(([from, to, count]) => `  ${idOf(from)} -->|${count}| ${idOf(to)}`),
    '```',
  ].join('\n');
}

/** The same as a table, with every arrow. */
export function importTable(counts: Counts, heading: string): string {
  const places = fromTheTop(counts);
  return [
    `| ${heading} | imports, and how often |`,
    '|---|---|',
    ...places.map((place) => {
      const row = [...(counts.get(place) ?? [])].sort(([a], [b]) => places.indexOf(a) - places.indexOf(b));
      return `| ${place} | ${row.map(([below, count]) => `${below} ${count}`).join(', ') || '–'} |`;
    }),
  ].join('\n');
}
