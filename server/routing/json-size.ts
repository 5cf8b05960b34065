const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [LIST, OBJECT] = [0x5b, 0x7b];

/** What a JSON text holds: lists and objects, and values in all, each of which costs more to make and to judge than to send. */
export interface JsonSize {
  readonly containers: number;
  readonly values: number;
}

/** What a body may hold: more than any form has. Rows of a file come as lists of texts. */
export const BODY_SIZE: JsonSize = { containers: 10_000, values: 20_000 };
export const LARGE_BODY_SIZE: JsonSize = { containers: 20_000, values: 1_010_000 };

/**
 * Counts, without parsing, as far as one of the bounds: what opens and what separates outside of texts. What is no JSON is counted like it.
 * @param bytes UTF-8, in which none of the signs that count is a part of another
 */
export function jsonSize(bytes: Uint8Array, most: JsonSize): JsonSize {
  let [containers, values] = [0, 1];
  for (let at = 0; at < bytes.length && containers <= most.containers && values <= most.values; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === LIST || byte === OBJECT) {
      containers += 1;
      values += 1;
    }
  }
  return { containers, values };
}

/** Where the text ends that begins here. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at > 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}
