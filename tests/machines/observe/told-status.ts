import type { QueuedJob, SystemStatus } from '#domain/observe/system-health';

export const jobOf = (change: Partial<QueuedJob> = {}): QueuedJob => ({
  id: 'a1',
  kind: 'backup.make',
  state: 'dead',
  failures: 7,
  attempts: 7,
  sentAt: 1_768_435_200,
  startsAt: 1_768_435_200,
  error: 'No space left on device',
  progress: null,
  ...change,
});

/** An installation where all is well. */
export const statusOf = (change: Partial<SystemStatus> = {}): SystemStatus => ({
  at: 1_768_435_200,
  program: { version: '0.1.0', runtime: 'Node.js 26.1.0', upSeconds: 7200, residentBytes: 230_000_000, heapBytes: 90_000_000 },
  findings: [],
  database: {
    kind: 'postgresql',
    version: '15.4',
    sizeBytes: 52_428_800,
    processes: [{ address: 'local', connections: 4, since: 1_768_428_000 }],
    tables: [{ name: 'record_change', sizeBytes: 1_048_576, rows: 1200 }],
  },
  files: { count: 12, sizeBytes: 2_097_152, freeDiskShare: 0.4 },
  backup: {
    everyHours: 24,
    last: { at: 1_768_400_000, sizeBytes: 10_485_760, version: '0.1.0', isRestored: true },
    list: [
      { name: 'troupe-2026-01-14T10-13-20Z', at: 1_768_385_600, sizeBytes: 10_485_760 },
      { name: 'troupe-2026-01-13T10-13-20Z', at: 1_768_299_200, sizeBytes: 9_437_184 },
    ],
  },
  jobs: { waiting: 0, active: 0, dead: 0, oldestDueSeconds: 0, list: [] },
  slowStatements: [],
  ...change,
});
