import { type BucketLook, lookAtBucket } from '../adapters/files/look-at-bucket.ts';
import type { Logger } from '../base/logger.ts';
import type { Env } from './env.ts';

export type BucketSettings = Pick<Env, 'cloudCredentials' | 'cloudNetworks' | 'filesBucket'> & {
  readonly backup: Pick<Env['backup'], 'bucket'>;
};

/** Each bucket of the environment by its variable, and how it was found. */
export async function lookAtBuckets(
  { cloudCredentials, cloudNetworks, filesBucket, backup }: BucketSettings,
  logger: Logger,
): Promise<readonly { readonly variable: string; readonly url: string; readonly look: BucketLook }[]> {
  const own = [
    ...(filesBucket && cloudCredentials ? [{ variable: 'FILES_BUCKET', target: filesBucket, credentials: cloudCredentials }] : []),
    ...(backup.bucket ? [{ variable: 'BACKUP_BUCKET', ...backup.bucket }] : []),
  ];
  return Promise.all(
    own.map(async ({ variable, target, credentials }) => ({
      variable,
      url: target.url,
      look: await lookAtBucket({ credentials, logger, privateNetworks: cloudNetworks }, target),
    })),
  );
}

/**
 * A name with a typing error is told at the start, and not to whoever opens a file. A store that is away, or refuses, keeps no server from starting,
 * and neither does the bucket of backups: the rest works, and the page of the system says what does not.
 * @throws Error saying which variable is wrong
 */
export async function assertBuckets(settings: BucketSettings, logger: Logger): Promise<void> {
  for (const { variable, url, look } of await lookAtBuckets(settings, logger)) {
    if (look.state === 'good') continue;
    if (look.state === 'away') {
      logger.warn('bucket.away', { variable, url });
      continue;
    }
    if (look.state === 'misnamed' && variable === 'FILES_BUCKET')
      throw new Error(`Troupe cannot start with this bucket:\n- ${variable}: ${look.said}`);
    logger.error('bucket.refused', { variable, url, said: look.said });
  }
}
