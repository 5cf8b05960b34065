import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { capNesting } from './cap-nesting.ts';

const OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** A longer block is text: nobody writes one, and to read it would hold up the page. */
export const MAX_BLOCK_LENGTH = 20_000;

/** Reads one block as GitHub does; what would take long to read is one paragraph of text. */
export function parseBlock(block: string): Root {
  const capped = block.length > MAX_BLOCK_LENGTH ? null : capNesting(block);
  if (capped !== null) return fromMarkdown(capped, OPTIONS);
  return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: block }] }] };
}
