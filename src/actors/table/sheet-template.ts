const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file of comma-separated texts with headings alone; by itself, because what reads such files comes with the first file. */
export const sheetTemplate = (headings: readonly string[]): Blob =>
  new Blob([`\uFEFF${headings.map(quoted).join(',')}\r\n`], { type: 'text/csv;charset=utf-8' });
