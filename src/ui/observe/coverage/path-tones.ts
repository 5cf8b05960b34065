import { PATH_KINDS, pathLevel, type MachinePaths, type PathLevel, type PathWalker } from '#domain/observe/path-report';
import type { ChartTone } from '../chart/chart-tone.ts';

/** From best to worst. */
export const LEVEL_TONES: Readonly<Record<PathLevel, ChartTone>> = { used: 'good', view: 'fair', model: 'warning', nobody: 'poor' };

/** By the id of a state or a transition. One source alone either has walked a thing or has not. */
export const tonesOf = (machine: MachinePaths, by: PathWalker): Readonly<Record<string, ChartTone>> =>
  Object.fromEntries(
    PATH_KINDS.filter((kind) => kind !== 'guard').flatMap((kind) =>
      machine[kind].map((item) => {
        const level = pathLevel(item, by);
        return [item.key, by === 'anybody' || level === 'nobody' ? LEVEL_TONES[level] : 'good'];
      }),
    ),
  );
