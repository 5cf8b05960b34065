import classes from './board.module.css';

const WIDTH = 100;
const HEIGHT = 28;
/** Room for the stroke at the top and at the bottom. */
const EDGE = 2;

/** The shape of some counts, without figures: those stand beside it. */
export function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length - 1);
  const points = counts.map((count, index) => `${index * step},${HEIGHT - EDGE - (count / most) * (HEIGHT - 2 * EDGE)}`);
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={[`0,${HEIGHT}`, ...points, `${WIDTH},${HEIGHT}`].join(' ')} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
