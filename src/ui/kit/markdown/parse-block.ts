import type { Root } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { capNesting } from './cap-nesting.ts';

/** What is read in a text. */
export interface Reading {
  /** What the whole text is before its blocks are. */
  readonly prepare: (markdown: string) => string;
  readonly extensions: NonNullable<Options['extensions']>;
  readonly mdastExtensions: NonNullable<Options['mdastExtensions']>;
}

export const AS_GITHUB: Reading = {
  prepare: (markdown) => markdown,
  extensions: [gfm()],
  mdastExtensions: [gfmFromMarkdown()],
};

/** A longer block is text: nobody writes one, and to read it would hold up the page. */
export const MAX_BLOCK_LENGTH = 20_000;

/** Reads one block; what would take long to read is one paragraph of text. */
export function parseBlock(block: string, { extensions, mdastExtensions }: Reading = AS_GITHUB): Root {
  const capped = block.length > MAX_BLOCK_LENGTH ? null : capNesting(block);
  if (capped !== null) return fromMarkdown(capped, { extensions, mdastExtensions });
  return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: block }] }] };
}
