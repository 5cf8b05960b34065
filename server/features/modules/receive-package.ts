import { rejection } from '#domain/base/failure';
import { PACKAGE_BOUNDS } from '#domain/modules/module-manifest';
import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { keepPackage } from './keep-package.ts';
import { readSignedPackage, type ModulePackage } from './package/read-package.ts';
import type { PublisherKeys } from './package/signature.ts';

type Ports = Pick<ServerPorts, 'database' | 'files' | 'clock'>;

/**
 * Takes a package in that somebody uploaded. It has to be signed by a key that was given; nothing is installed by it.
 * @param address of the uploaded file
 * @throws FailureError where it is no package, or nobody trusted signed it; then nothing is written
 */
export async function receivePackage(ports: Ports, address: string, keys: PublisherKeys, caller: AdminCaller): Promise<ModulePackage> {
  if (keys.size === 0) throw rejection('refusals.modules.noPublishers');
  const { kysely } = ports.database;
  const file = await kysely
    .selectFrom('attachment')
    .innerJoin('blob', 'blob.id', 'attachment.blob_id')
    .select('blob.file_id')
    .where('attachment.url', '=', address)
    .executeTakeFirst();
  const stream = file && (await ports.files.read(file.file_id));
  if (!stream) throw rejection('refusals.modules.noFile');
  const bytes = await bytesOf(stream);
  const read = await readSignedPackage(bytes, keys);
  await keepPackage(ports, { ...read, bytes, trust: 'trusted', publicKey: '' }, caller);
  return read;
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > PACKAGE_BOUNDS.archiveBytes)
      throw rejection('refusals.modules.archive.large', { max: PACKAGE_BOUNDS.archiveBytes / 1_048_576 });
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
