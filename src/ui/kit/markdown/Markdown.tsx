import { memo, useMemo, type ReactNode } from 'react';
import { drawNode, type DrawLink, type DrawOptions } from './draw-node.tsx';
import classes from './markdown.module.css';
import { AS_GITHUB, parseBlock, type Reading } from './parse-block.ts';
import { splitBlocks } from './split-blocks.ts';

export interface MarkdownProps extends Partial<DrawOptions> {
  readonly text: string;
  readonly reading?: Reading;
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
  link = plainLink,
  firstHeading = 2,
  isOwnPicture = noPicture,
  pictures,
  code,
  formula,
}: MarkdownProps): ReactNode {
  const blocks = useMemo(() => splitBlocks(reading.prepare(text)), [text, reading]);
  return (
    <div className={classes.text}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks are only ever added at the end, or all of them are others
        <Block
          key={index}
          block={block}
          reading={reading}
          link={link}
          firstHeading={firstHeading}
          isOwnPicture={isOwnPicture}
          pictures={pictures}
          code={code}
          formula={formula}
        />
      ))}
    </div>
  );
}

const Block = memo(function Block({ block, reading, ...options }: DrawOptions & { readonly block: string; readonly reading: Reading }) {
  const root = useMemo(() => parseBlock(block, reading), [block, reading]);
  return drawNode(root, 'm', options);
});
