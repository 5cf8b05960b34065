import { sha256OfBytes } from '../../server/base/digest.ts';
import { readPackage } from '../../server/features/modules/package/read-package.ts';
import type { PublisherKeys } from '../../server/features/modules/package/signature.ts';

interface Packed {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a registry says of its packages: enough to choose and to check, without fetching them. */
export async function shelfIndex(packages: readonly Packed[], keys: PublisherKeys): Promise<string> {
  const list = await Promise.all(
    packages.map(async ({ file, bytes }) => {
      const { manifest } = await readPackage(bytes, keys);
      return { file, size: bytes.length, sha256: await sha256OfBytes(bytes), manifest };
    }),
  );
  return `${JSON.stringify({ packages: list }, null, 2)}\n`;
}
