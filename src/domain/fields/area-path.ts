/**
 * The ids of an area and of those it lies in, from the province down: an official code begins with that of its province, then of its city.
 * Anything else stands alone.
 */
export function areaPath(id: string): readonly string[] {
  if (id === '') return [];
  if (!/^\d{2}(?:\d{2}){0,2}$/u.test(id)) return [id];
  return [2, 4, 6].filter((length) => length <= id.length).map((length) => id.slice(0, length));
}
