import { parseRegistryIndex } from '#api/contract/modules/module-schema';
import type { ModuleTexts } from '#domain/modules/module-manifest';
import { sha256OfBytes } from '../../server/base/digest.ts';
import { readSignedPackage } from '../../server/features/modules/package/read-package.ts';
import { publicKeyOf, publisherKeys, signList } from '../../server/features/modules/package/signature.ts';

/** What `registry.json` of the folder says. */
export interface RegistrySettings {
  readonly name: ModuleTexts;
  /** Keys by which packages are signed, 32 bytes in base64url; without them the one that signs the list. */
  readonly publishers?: readonly string[];
  /** Why versions should not be used any more, by `<uid>-<version>`. */
  readonly withdrawn?: Readonly<Record<string, ModuleTexts>>;
}

interface RegistrySource {
  readonly settings: RegistrySettings;
  readonly packages: readonly { readonly file: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
  /** A private key of Ed25519, PKCS #8 in base64url. */
  readonly key: string;
  /** The list that was written before; its number is counted on where something is another. */
  readonly before?: string;
}

/**
 * The list of a registry and its signature. The same packages make the same bytes.
 * @throws FailureError where a file is no package, or none of the publishers signed it
 */
export async function writeRegistry({ settings, packages, key, before }: RegistrySource): Promise<{ index: string; signature: string }> {
  const own = await publicKeyOf(key);
  const publishers = settings.publishers ?? [own];
  const keys = await publisherKeys(publishers);
  const listed = await Promise.all(
    packages.map(async ({ file, bytes }) => {
      const { manifest } = await readSignedPackage(bytes, keys);
      const name = `${manifest.uid}-${manifest.version}`;
      if (file !== `${name}.zip`) throw new Error(`${file} has to be called ${name}.zip`);
      const withdrawn = settings.withdrawn?.[name];
      return { file, size: bytes.length, sha256: await sha256OfBytes(bytes), manifest, ...(withdrawn && { withdrawn }) };
    }),
  );
  const textOf = (serial: number): string =>
    `${JSON.stringify({ name: settings.name, serial, key: own, publishers, packages: listed }, null, 2)}\n`;
  const last = before === undefined ? 0 : parseRegistryIndex(JSON.parse(before)).serial;
  const index = last > 0 && textOf(last) === before ? textOf(last) : textOf(last + 1);
  parseRegistryIndex(JSON.parse(index));
  return { index, signature: await signList(new TextEncoder().encode(index), key) };
}
