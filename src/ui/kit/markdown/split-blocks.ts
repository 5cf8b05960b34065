import { fenceReader } from './fence.ts';

/** A line that may belong to what stands above the blank line before it: part of a list, a quote, or moved in. */
const MAY_GO_ON = /^(?:[ \t]|[-*+>]|\d{1,9}[.)])/u;
/** What other blocks refer to. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/mu;

/**
 * The blocks of a text, cut at blank lines where nothing can go on across them. While a text grows, only its last block has to be read again.
 * A text that defines what it refers to elsewhere is one block: what is defined may stand anywhere.
 */
export function splitBlocks(markdown: string): readonly string[] {
  if (DEFINITION.test(markdown)) return [markdown];
  const isCode = fenceReader();
  const blocks: string[][] = [[]];
  let isAfterBlank = false;
  for (const line of markdown.split('\n')) {
    // Also where a fence opens: code between blocks is a block of its own.
    const wasAfterBlank = isAfterBlank;
    const isInCode = isCode(line);
    isAfterBlank = !isInCode && line.trim() === '';
    if (wasAfterBlank && !isAfterBlank && !MAY_GO_ON.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => lines.join('\n')).filter((block) => block.trim() !== '');
}
