/** The number in a query, within its bounds; anything else is the usual one. */
export function within(sent: string | number | undefined, least: number, most: number, usual: number): number {
  const number = Number(sent ?? usual);
  return Number.isInteger(number) && number >= least ? Math.min(number, most) : usual;
}
