// oxlint-disable-next-line no-control-regex -- colours are written with a control character
const COLOURS = /\u001b\[[\d;]*m/gu;

/** The numbers of the lines that hold a text, ignoring case and colours; none for ''. */
export function matchingLines(lines: readonly { readonly text: string }[], count: number, text: string): readonly number[] {
  const wanted = text.toLowerCase();
  const found: number[] = [];
  if (wanted === '') return found;
  for (let index = 0; index < count; index += 1) {
    const line = lines[index]?.text ?? '';
    const plain = line.includes('\u001b') ? line.replace(COLOURS, '') : line;
    if (plain.toLowerCase().includes(wanted)) found.push(index);
  }
  return found;
}

export const withoutColours = (text: string): string => text.replace(COLOURS, '');
