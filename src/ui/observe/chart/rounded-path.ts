import type { Point } from '#machines/observe/chart-layout';

const RADIUS_PX = 6;

/** From `from` towards `to`, at most so far and at most half of the way. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(RADIUS_PX, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const at = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** A line through points, with its corners rounded, as the `d` of a path. */
export function roundedPath(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const corners = points.slice(1, -1).map((corner, index) => {
    const [before, after] = [points[index] as Point, points[index + 2] as Point];
    return `L${at(towards(corner, before))} Q${at(corner)} ${at(towards(corner, after))}`;
  });
  return [`M${at(first)}`, ...corners, `L${at(last)}`].join(' ');
}
