import { CLOUD_LIST_LENGTH } from '../../base/limits.ts';
import type { CloudObject, CloudStore, CloudTarget } from '../../ports/upload-ports.ts';

interface Listing {
  /** The key behind which they begin. */
  readonly after?: string;
  /** Where a store keeps to no order an error is wanted, and not the end. */
  readonly isWholeWanted?: boolean;
}

/** All whose keys begin so, in the order of their keys, a portion at a time. */
export async function* bucketPortions(
  bucket: Pick<CloudStore, 'list'>,
  target: CloudTarget,
  keyPrefix: string,
  { after: first = '', isWholeWanted = false }: Listing = {},
): AsyncGenerator<readonly CloudObject[]> {
  for (let after = first; ;) {
    const { objects, isLast } = await bucket.list(target, keyPrefix, after);
    const last = objects.at(-1);
    if (last === undefined && isLast) return;
    // A store that begins where it began before would be listed for ever.
    const isOdd = last === undefined || last.key <= after || (!isLast && objects.length > CLOUD_LIST_LENGTH);
    if (isOdd && isWholeWanted) throw new Error(`The bucket ${target.url} lists what lies in it in no order.`);
    if (last === undefined || last.key <= after) return;
    yield objects;
    if (isLast || isOdd) return;
    after = last.key;
  }
}
