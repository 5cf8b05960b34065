import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { AnsiText, hasColours } from './AnsiText.tsx';
import classes from './OutputLines.module.css';

export interface OutputLinesProps {
  readonly lines: readonly { readonly text: string }[];
  /** How many of them are shown. */
  readonly count: number;
  readonly label: string;
  readonly isFollowing: boolean;
  readonly isWrapping: boolean;
  /** The line that a search has come to. */
  readonly marked: number | null;
  readonly onScrolled: (isAtEnd: boolean) => void;
}

const LINE_PX = 20;
/** Lines are placed in blocks: the library visits every one of its items whenever one is added. */
const BLOCK_LINES = 20;
/** As many as stand in sight where the end is shown: the last one may hold a single line. */
const LAST_BLOCKS = 3;
/** Above and below the lines. */
const PADDING_PX = 16;
/** Nearer to the end than this counts as being there. */
const END_PX = 24;

const lastBlocks = ({ count }: Range): number[] =>
  Array.from({ length: Math.min(count, LAST_BLOCKS) }, (_, index) => Math.max(0, count - LAST_BLOCKS) + index);

/** Lines of output of which only those in sight stand in the document. */
export function OutputLines({ lines, count, label, isFollowing, isWrapping, marked, onScrolled }: OutputLinesProps) {
  'use no memo';
  const box = useRef<HTMLDivElement>(null);
  const topPx = useRef(0);
  const isSeeking = useRef(false);
  // oxlint-disable-next-line react/incompatible-library -- the component opts out of being memoised above
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / BLOCK_LINES),
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX * BLOCK_LINES,
    overscan: 1,
    // What follows the end knows where it will be before the box has been scrolled there: nothing is laid out in vain.
    rangeExtractor: isFollowing && !isWrapping ? lastBlocks : defaultRangeExtractor,
    useFlushSync: !isFollowing,
  });
  const blocks = virtualizer.getVirtualItems();
  const heightPx = isWrapping ? virtualizer.getTotalSize() : count * LINE_PX;
  useLayoutEffect(() => {
    // More than there is means the end; to ask how much there is would cost a layout.
    if (isFollowing && box.current) box.current.scrollTop = heightPx + PADDING_PX;
  }, [isFollowing, heightPx]);
  const centre = (line: HTMLElement | null) => {
    if (!line || !box.current || !isSeeking.current) return;
    isSeeking.current = false;
    box.current.scrollTop += line.getBoundingClientRect().top - box.current.getBoundingClientRect().top - box.current.clientHeight / 2;
  };
  useLayoutEffect(() => {
    if (marked === null || !box.current) return;
    // How high wrapped lines are shows only when they stand: to their block first, then to the line.
    isSeeking.current = isWrapping;
    const line = box.current.querySelector<HTMLElement>('[data-marked]');
    if (isWrapping && line) centre(line);
    else if (isWrapping) box.current.scrollTop = virtualizer.getOffsetForIndex(Math.floor(marked / BLOCK_LINES), 'start')?.[0] ?? 0;
    else box.current.scrollTop = marked * LINE_PX - box.current.clientHeight / 2;
  }, [virtualizer, marked, isWrapping]);

  const noteScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: React.UIEvent<HTMLDivElement>) => {
    const isUpwards = scrollTop < topPx.current;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < END_PX;
    topPx.current = scrollTop;
    // Lines that come in between push the end away; only the reader moves up.
    if (isFollowing ? isUpwards && !isAtEnd : isAtEnd && !isUpwards) onScrolled(isAtEnd);
  };

  return (
    <div
      ref={box}
      className={classes.box}
      style={{ height: `min(${heightPx + PADDING_PX}px, 46vh, 420px)` }}
      role="log"
      aria-live="off"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      data-wrapping={isWrapping}
      onScroll={noteScroll}
    >
      <div className={classes.sheet} style={{ height: heightPx }}>
        {blocks.map(({ index, start }) => (
          <div
            // Unwrapped, elements are used again for other lines; what has been measured keeps its own.
            key={isWrapping ? index : index % blocks.length}
            ref={isWrapping ? virtualizer.measureElement : undefined}
            data-index={index}
            className={classes.block}
            style={{ transform: `translateY(${start}px)` }}
          >
            {lines.slice(index * BLOCK_LINES, Math.min(count, (index + 1) * BLOCK_LINES)).map(({ text }, offset) => (
              <div
                // oxlint-disable-next-line react/no-array-index-key -- lines never move
                key={offset}
                className={classes.line}
                ref={index * BLOCK_LINES + offset === marked ? centre : undefined}
                data-marked={index * BLOCK_LINES + offset === marked || undefined}
              >
                {hasColours(text) ? <AnsiText text={text} /> : text}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
