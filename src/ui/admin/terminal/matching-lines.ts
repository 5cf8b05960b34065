import { withoutColours } from '#domain/terminal/without-colours';

type Lines = readonly { readonly text: string }[];

/** The numbers of the lines from `first` on that hold a text, ignoring case and colours; none for ''. */
export function matchingLines(lines: Lines, first: number, count: number, text: string): readonly number[] {
  const wanted = text.toLowerCase();
  const found: number[] = [];
  if (wanted === '') return found;
  for (let index = first; index < count; index += 1) {
    const line = lines[index]?.text ?? '';
    const plain = line.includes('\u001b') ? withoutColours(line) : line;
    if (plain.toLowerCase().includes(wanted)) found.push(index);
  }
  return found;
}

/** The search of one view: lines are only added, so that each is read once for a text. */
export function createLineSearch(): (lines: Lines, count: number, text: string) => readonly number[] {
  let seen: { readonly lines: Lines; readonly count: number; readonly text: string } = { lines: [], count: 0, text: '' };
  let found: readonly number[] = [];
  return (lines, count, text) => {
    const goesOn = lines === seen.lines && text === seen.text && count >= seen.count;
    const fresh = matchingLines(lines, goesOn ? seen.count : 0, count, text);
    if (!goesOn) found = fresh;
    else if (fresh.length > 0) found = [...found, ...fresh];
    seen = { lines, count, text };
    return found;
  };
}
