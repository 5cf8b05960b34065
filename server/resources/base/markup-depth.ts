import { Parser } from 'htmlparser2';

/** Deeper nesting is a trick, not a text: what it costs to clean a text grows with the square of its depth. */
export const MAX_MARKUP_DEPTH = 40;

/** Whether elements are nested deeper than that, by the parser that the sanitiser reads with; it stops where they are. */
export function isNestedTooDeep(html: string): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentagname() {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (depth > MAX_MARKUP_DEPTH) parser.pause();
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.write(html);
  return deepest > MAX_MARKUP_DEPTH;
}
