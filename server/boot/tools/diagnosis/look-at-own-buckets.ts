import { silentLogger } from '../../../base/logger.ts';
import { type BucketSettings, lookAtBuckets } from '../../assert-buckets.ts';
import { bad, type DiagnosisFinding, good } from './finding.ts';

/** Buckets that the environment names. */
export async function lookAtOwnBuckets(env: BucketSettings): Promise<readonly DiagnosisFinding[]> {
  const found = await lookAtBuckets(env, silentLogger);
  return found.map(({ variable, url, look }) =>
    look.state === 'good'
      ? good('bucket', `${variable}: ${url} can be listed.`)
      : look.state === 'away'
        ? bad(
            'bucket',
            `${variable}: ${url} does not answer.`,
            'See that the store runs, and that CLOUD_PRIVATE_NETWORKS names a private address.',
          )
        : bad('bucket', `${variable}: ${look.said}`, 'Correct the address, the region or the key.'),
  );
}
