/** The pages worth a button: first, last, and those around the current one; null stands for a gap. */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const previous = shown[index - 1];
    if (previous === undefined || number - previous === 1) return [number];
    // A gap of one page is that page.
    return number - previous === 2 ? [number - 1, number] : [null, number];
  });
}
