import classes from './board.module.css';

const WIDTH = 100;
const HEIGHT = 28;
/** What a day without anything keeps of its column, so that it is seen as a day. */
const LEAST = 1.5;
/** Of a day's width so much is its column. */
const FILLED = 0.7;

/** Counts of single days, a column each: as a line they would look like a level that falls when a day brings less. The figures stand beside it. */
export function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  const heightOf = (count: number): number => LEAST + (count / most) * (HEIGHT - LEAST);
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, index) => (
        <rect
          // Days have no other name here, and never change their places.
          key={index}
          data-none={count === 0 || undefined}
          x={(index + (1 - FILLED) / 2) * step}
          y={HEIGHT - heightOf(count)}
          width={step * FILLED}
          height={heightOf(count)}
        />
      ))}
    </svg>
  );
}
