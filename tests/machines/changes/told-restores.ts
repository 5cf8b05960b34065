import type { RestoreReport, RestoreWork } from '#domain/changes/section-restore';

/** What a look finds: three rows are missing, one is different. */
export const reportOf = (change: Partial<RestoreReport> = {}): RestoreReport => ({
  inBackup: 42,
  missing: 3,
  changed: 1,
  same: 38,
  newer: 2,
  examples: { missing: ['#3 Desk', '#4 Lamp', '#7 Chair'], changed: ['#1 Table'] },
  absent: [],
  left: [],
  fresh: [],
  done: null,
  ...change,
});

export const workOf = (change: Partial<RestoreWork> = {}): RestoreWork => ({
  state: 'running',
  progress: null,
  report: null,
  trouble: null,
  isResumed: false,
  ...change,
});

export const restored = {
  added: 3,
  changed: 0,
  files: 1,
  filesGone: 0,
  writes: 1,
  firstChange: 812,
  refused: 0,
  reasons: [],
} as const;
