import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { silentLogger as logger } from '#server/base/logger';
import { openBackups } from '#server/boot/backups/open-backups';
import { openTestDatabase } from '#tests/support/database.ts';
import { S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3 } from '#tests/support/servers/s3-server.ts';

const DAY_MS = 86_400_000;

it('a first backup in a bucket is due by the age of the database, on a data directory that has just been made', async () => {
  const store = await startS3();
  const dataDir = mkdtempSync(join(tmpdir(), 'troupe-new-directory-'));
  const database = await openTestDatabase('postgresql');
  const backups = openBackups({
    database,
    dataDir,
    cloudNetworks: S3_NETWORKS,
    backup: {
      dir: undefined,
      everyHours: 24,
      keep: 3,
      bucket: { target: { url: store.url, bucket: S3_BUCKET, region: 'us-east-1' }, credentials: S3_CREDENTIALS },
    },
    logger,
    nowMs: () => Date.now(),
  });
  const isDueAfter = async (days: number): Promise<boolean> => {
    await sql`update kysely_migration set timestamp = ${new Date(Date.now() - days * DAY_MS).toISOString()}`.execute(database.kysely);
    return backups.isDue();
  };
  expect([await isDueAfter(0), await isDueAfter(2)]).toEqual([false, true]);
  await database.close();
  await store.close();
  rmSync(dataDir, { recursive: true });
});
