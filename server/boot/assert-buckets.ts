import { lookAtBucket } from '../adapters/files/look-at-bucket.ts';
import type { Logger } from '../base/logger.ts';
import type { Env } from './env.ts';

export type BucketSettings = Pick<Env, 'cloudCredentials' | 'cloudNetworks' | 'filesBucket'> & {
  readonly backup: Pick<Env['backup'], 'bucket'>;
};

/** Each bucket of the environment by its variable, and what is wrong with it; `away` where its store does not answer, null where all is well. */
export async function lookAtBuckets(
  { cloudCredentials, cloudNetworks, filesBucket, backup }: BucketSettings,
  logger: Logger,
): Promise<readonly { readonly variable: string; readonly url: string; readonly wrong: string | null }[]> {
  const own = [
    ...(filesBucket && cloudCredentials ? [{ variable: 'FILES_BUCKET', target: filesBucket, credentials: cloudCredentials }] : []),
    ...(backup.bucket ? [{ variable: 'BACKUP_BUCKET', ...backup.bucket }] : []),
  ];
  return Promise.all(
    own.map(async ({ variable, target, credentials }) => ({
      variable,
      url: target.url,
      wrong: await lookAtBucket({ credentials, logger, privateNetworks: cloudNetworks }, target),
    })),
  );
}

/**
 * A name with a typing error is told at the start, and not to whoever opens a file. A store that is away keeps no server from starting: the rest works.
 * @throws Error saying which variable is wrong
 */
export async function assertBuckets(settings: BucketSettings, logger: Logger): Promise<void> {
  const wrong: string[] = [];
  for (const { variable, url, wrong: found } of await lookAtBuckets(settings, logger))
    if (found === 'away') logger.warn('bucket.away', { variable, url });
    else if (found !== null) wrong.push(`${variable}: ${found}`);
  if (wrong.length > 0) throw new Error(`Troupe cannot start with these buckets:\n${wrong.map((one) => `- ${one}`).join('\n')}`);
}
