import { memo, useMemo, type ReactNode } from 'react';
import { drawNode, type DrawLink, type DrawOptions } from './draw-node.tsx';
import classes from './markdown.module.css';
import { AS_GITHUB, parseBlock, type Reading } from './parse-block.ts';
import { splitBlocks } from './split-blocks.ts';

export interface MarkdownProps extends Partial<DrawOptions> {
  readonly text: string;
  readonly reading?: Reading;
  /**
   * So many blocks stand in an element of their own (`data-part`), for a long text that grows: what the page does for each addition is
   * done for the parts and for the blocks of the last one, and whole parts can be skipped where nobody sees them.
   */
  readonly blocksPerPart?: number;
}

/** Links lead out of the page, to a window of their own that knows nothing of this one. */
const plainLink: DrawLink = (href, children, key) => (
  <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);
const noPicture = (): boolean => false;

/**
 * A text in Markdown as elements, never as HTML: what is not on the list of `draw-node.tsx` is text. Give its functions with
 * an identity that stays, so that only the block that has changed is read again.
 */
export function Markdown({
  text,
  reading = AS_GITHUB,
  blocksPerPart,
  link = plainLink,
  firstHeading = 2,
  isOwnPicture = noPicture,
  pictures,
  code,
  formula,
}: MarkdownProps): ReactNode {
  const blocks = useMemo(() => splitBlocks(reading.prepare(text)), [text, reading]);
  const options = { reading, link, firstHeading, isOwnPicture, pictures, code, formula };
  return (
    <div className={classes.text}>
      {blocksPerPart === undefined ? (
        <Blocks blocks={blocks} {...options} />
      ) : (
        partsOf(blocks, blocksPerPart).map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as blocks
          <div key={index} className={classes.part} data-part="">
            <Blocks blocks={part} {...options} />
          </div>
        ))
      )}
    </div>
  );
}

const partsOf = (blocks: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(blocks.length / size) }, (_, index) => blocks.slice(index * size, (index + 1) * size));

interface BlocksProps extends DrawOptions {
  readonly blocks: readonly string[];
  readonly reading: Reading;
}

const isSame = ({ blocks, ...before }: BlocksProps, { blocks: next, ...after }: BlocksProps): boolean =>
  blocks.length === next.length &&
  blocks.every((block, index) => block === next[index]) &&
  Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value);

const Blocks = memo(
  ({ blocks, ...options }: BlocksProps): ReactNode =>
    // oxlint-disable-next-line react/no-array-index-key -- blocks are only ever added at the end, or all of them are others
    blocks.map((block, index) => <Block key={index} block={block} {...options} />),
  isSame,
);

const Block = memo(function Block({ block, reading, ...options }: DrawOptions & { readonly block: string; readonly reading: Reading }) {
  const root = useMemo(() => parseBlock(block, reading), [block, reading]);
  return drawNode(root, 'm', options);
});
