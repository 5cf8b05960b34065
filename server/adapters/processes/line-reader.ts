export interface LineReader {
  push(bytes: Uint8Array): string[];
  /** What is left without a line end. */
  end(): string[];
}

/**
 * Makes lines of a stream of bytes: characters and line ends may be cut anywhere between two pieces. Every kind of line end counts;
 * a line longer than the limit goes on as another one.
 */
export function createLineReader(maxLength: number): LineReader {
  const decoder = new TextDecoder();
  let open = '';
  let endedWithReturn = false;

  function take(text: string): string[] {
    const fresh = endedWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endedWithReturn = text.endsWith('\r');
    const pieces = (open + fresh).split(/\r\n|\n|\r/u);
    open = pieces.pop() ?? '';
    const lines = pieces.flatMap((line) => cut(line, maxLength));
    if (open.length > maxLength) {
      const parts = cut(open, maxLength);
      open = parts.pop() ?? '';
      lines.push(...parts);
    }
    return lines;
  }

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      const lines = take(decoder.decode());
      if (open !== '') lines.push(open);
      open = '';
      return lines;
    },
  };
}

/** No cut goes through a character. */
function cut(line: string, maxLength: number): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > maxLength) {
    const isPair = /[\uD800-\uDBFF]/u.test(rest.charAt(maxLength - 1));
    const length = isPair ? maxLength - 1 : maxLength;
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  parts.push(rest);
  return parts;
}
