import { PackageFileError, parseRegistryIndex, type RegistryIndex } from '#api/contract/modules/module-schema';
import { FailureError } from '#domain/base/failure';
import { REGISTRY_BOUNDS, type RegistryFault } from '#domain/modules/registry';
import { RegistryError, type RegistryFetch } from '../../../ports/registry-port.ts';
import { readJson } from '../package/json-text.ts';
import { publisherKeys, signerOf } from '../package/signature.ts';

/** The list of a registry, and its text as it was signed. */
export interface ToldIndex {
  readonly text: string;
  readonly index: RegistryIndex;
}

/** Its files, beside the packages. */
export const INDEX_FILE = 'index.json';
export const INDEX_SIGNATURE = 'index.sig';

/**
 * Brings the list of a registry. It names the key that it is signed by; whether that is the one somebody agreed to is for the caller to say.
 * @param address ends with a slash
 * @param stopped gives up
 * @throws RegistryError
 */
export async function readRegistry(registries: RegistryFetch, address: string, stopped?: AbortSignal): Promise<ToldIndex> {
  const bytes = await registries.fetch(`${address}${INDEX_FILE}`, REGISTRY_BOUNDS.indexBytes, stopped);
  const index = await failingAs('schema', () => parseRegistryIndex(readJson(INDEX_FILE, bytes)));
  const signature = await registries.fetch(`${address}${INDEX_SIGNATURE}`, REGISTRY_BOUNDS.signatureBytes, stopped);
  await failingAs('signature', async () => signerOf(bytes, signature, await publisherKeys([index.key])));
  return { text: new TextDecoder().decode(bytes), index };
}

/** A list that was judged when it came. */
export const indexOf = (text: string): RegistryIndex => parseRegistryIndex(JSON.parse(text));

async function failingAs<T>(fault: RegistryFault, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PackageFileError || error instanceof FailureError) throw new RegistryError(fault, { cause: error });
    throw error;
  }
}
