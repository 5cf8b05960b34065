import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { AnsiText } from './AnsiText.tsx';
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
/** Above and below the lines. */
const PADDING_PX = 16;
/** Nearer to the end than this counts as being there. */
const END_PX = 24;

/** Lines of output of which only those in sight stand in the document. */
export function OutputLines({ lines, count, label, isFollowing, isWrapping, marked, onScrolled }: OutputLinesProps) {
  'use no memo';
  const box = useRef<HTMLDivElement>(null);
  const topPx = useRef(0);
  // oxlint-disable-next-line react/incompatible-library -- the component opts out of being memoised above
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: 10,
  });
  const heightPx = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    if (isFollowing && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [isFollowing, heightPx]);
  useLayoutEffect(() => {
    if (marked !== null) virtualizer.scrollToIndex(marked, { align: 'center' });
  }, [virtualizer, marked]);

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
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={isWrapping ? virtualizer.measureElement : undefined}
            data-index={index}
            className={classes.line}
            data-marked={index === marked || undefined}
            style={{ transform: `translateY(${start}px)` }}
          >
            <AnsiText text={lines[index]?.text ?? ''} />
          </div>
        ))}
      </div>
    </div>
  );
}
