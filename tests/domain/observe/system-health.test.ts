import { expect, it } from 'vitest';
import { systemFindings, type MeasuredSystem } from '#domain/observe/system-health';

const HOUR = 3600;
const well: MeasuredSystem = {
  isDamaged: false,
  freeDiskShare: 0.5,
  leastDiskShare: 0.05,
  backupEveryHours: 24,
  backupAgeSeconds: 25 * HOUR,
  isBackupDue: false,
  areBackupsAway: false,
  isBucketShared: false,
  deadJobs: 0,
  oldestDueSeconds: HOUR,
  fullWebhooks: 0,
};

it('the page of the system finds nothing where all is well', () => {
  expect(systemFindings(well)).toEqual([]);
});

it.each([
  [{ isDamaged: true }, [{ what: 'damage', level: 'bad' }]],
  [{ freeDiskShare: 0.049 }, [{ what: 'disk', level: 'bad' }]],
  [{ freeDiskShare: 0.05 }, [{ what: 'diskSoon', level: 'doubtful' }]],
  [{ freeDiskShare: 0.1 }, []],
  [{ backupAgeSeconds: 48 * HOUR }, []],
  [{ backupAgeSeconds: 48 * HOUR + 1 }, [{ what: 'backupLate', level: 'bad' }]],
  // Whoever makes backups by hand says when.
  [{ backupEveryHours: null, backupAgeSeconds: 4000 * HOUR }, []],
  // The first one comes by itself.
  [{ backupAgeSeconds: null }, []],
  [{ backupAgeSeconds: null, isBackupDue: true }, [{ what: 'backupNone', level: 'doubtful' }]],
  [{ backupAgeSeconds: null, backupEveryHours: null }, [{ what: 'backupNone', level: 'doubtful' }]],
  [{ backupAgeSeconds: null, areBackupsAway: true }, [{ what: 'backupsAway', level: 'bad' }]],
  [{ backupAgeSeconds: null, backupEveryHours: null, areBackupsAway: true }, [{ what: 'backupsAway', level: 'bad' }]],
  [{ isBucketShared: true }, [{ what: 'bucketShared', level: 'bad' }]],
  [{ deadJobs: 1 }, [{ what: 'jobsDead', level: 'doubtful' }]],
  [{ fullWebhooks: 1 }, [{ what: 'webhooksFull', level: 'bad' }]],
  [{ oldestDueSeconds: HOUR + 1 }, [{ what: 'jobsLate', level: 'doubtful' }]],
  [
    { isDamaged: true, freeDiskShare: 0, deadJobs: 2 },
    [
      { what: 'damage', level: 'bad' },
      { what: 'disk', level: 'bad' },
      { what: 'jobsDead', level: 'doubtful' },
    ],
  ],
] as const)('of %o says %o', (change, said) => {
  expect(systemFindings({ ...well, ...change })).toEqual(said);
});
