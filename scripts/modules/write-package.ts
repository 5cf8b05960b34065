import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { sha256OfBytes } from '../../server/base/digest.ts';
import { signList } from '../../server/features/modules/package/signature.ts';

/** The earliest moment that an archive can tell, in the local time that it is read in. */
const MOMENT = new Date(1980, 0, 1);

export type SourceFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The files of a module's folder by their names in the package; line ends are those of UNIX everywhere. */
export function readSource(folder: string): SourceFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, /\.(?:json|md)$/u.test(name) ? bytesOf(bytes.toString('utf8').replaceAll('\r\n', '\n')) : Uint8Array.from(bytes)];
    }),
  );
}

/**
 * An archive with the list of its files and, with a key, its signature. The same files make the same bytes.
 * @param key a private key of Ed25519, PKCS #8 in base64url
 */
export async function writePackage(files: SourceFiles, key?: string): Promise<Uint8Array<ArrayBuffer>> {
  const names = Object.keys(files).toSorted();
  const told = await Promise.all(
    names.map(async (name) => {
      const bytes = files[name] ?? new Uint8Array();
      return [name, { sha256: await sha256OfBytes(bytes), size: bytes.length }] as const;
    }),
  );
  const list = bytesOf(`${JSON.stringify({ files: Object.fromEntries(told) }, null, 2)}\n`);
  const signature = key === undefined ? {} : { 'files.sig': bytesOf(await signList(list, key)) };
  const all: Zippable = {
    ...Object.fromEntries(names.map((name) => [name, files[name] ?? new Uint8Array()])),
    'files.json': list,
    ...signature,
  };
  return Uint8Array.from(zipSync(all, { level: 9, mtime: MOMENT }));
}
