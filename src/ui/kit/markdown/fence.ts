const FENCE = /^ {0,3}(`{3,}|~{3,})/u;

/** Follows the fences of code through the lines of a text. @returns tells of each line, in order, whether code or its fence stands on it */
export function fenceReader(): (line: string) => boolean {
  let fence: string | null = null;
  return (line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null) {
      fence = mark ?? null;
      return mark !== undefined;
    }
    if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    return true;
  };
}
