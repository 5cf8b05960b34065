import type { Transaction } from 'kysely';
import { describedKind } from '#domain/fields/kinds/registry';
import type { DatabaseCopy } from '../../../db/copies/database-copy.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { ResourceContext } from '../../../resources/base/resource-context.ts';
import type { StoredRow } from '../../../resources/base/row-codec.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'files'>;

/** Bytes of a stored file in the backup, by its name there; null where they are not in it. */
export type BytesOfCopy = (fileId: string) => Promise<AsyncIterable<Uint8Array> | null>;

/** What bytes are known by, and under which name they are on the disk now. */
export interface HeldBytes {
  readonly sha256: string;
  readonly size: number;
  readonly fileId: string;
  /** The file that the database names for them, where it was looked for and is gone. */
  readonly lostId: string | null;
}

/** Addresses of this site inside a text with marks. */
const INSIDE = /(?:src|href)="(\/[^"\s]+)"/gu;

/** Addresses of this site that rows name as files, pictures, or inside of texts. */
export function addressesIn({ columns }: Pick<ResourceContext, 'columns'>, rows: readonly StoredRow[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const column of columns.readable) {
    const { files } = describedKind(column.field);
    if (files === undefined) continue;
    for (const row of rows) {
      const value = row[column.name];
      if (files === 'inside')
        for (const [, address] of (typeof value === 'string' ? value : '').matchAll(INSIDE)) found.add(String(address));
      else for (const address of Array.isArray(value) ? value : [value]) if (typeof address === 'string') found.add(address);
    }
  }
  return new Set([...found].filter((address) => address.startsWith('/')));
}

/** Of these addresses, those that no stored file has today. */
export async function unknownAddresses({ database }: Pick<Ports, 'database'>, addresses: ReadonlySet<string>): Promise<readonly string[]> {
  if (addresses.size === 0) return [];
  const rows = await database.kysely
    .selectFrom('attachment')
    .select('url')
    .where('url', 'in', [...addresses])
    .execute();
  return [...addresses.difference(new Set(rows.map(({ url }) => url)))];
}

export interface FilesOfCopy {
  /** Rows of files that can come back, without what is told of their bytes. */
  readonly rows: readonly StoredRow[];
  /** Bytes by the id of the row; files of the cloud store have none here. */
  readonly bytes: ReadonlyMap<number, HeldBytes>;
  /** Files whose bytes are neither here nor in the backup. */
  readonly gone: number;
}

/** Reads files of the backup by their addresses, and has their bytes on the disk: nothing is of use without them. */
export async function filesOfCopy(
  ports: Ports,
  copy: DatabaseCopy,
  names: readonly string[],
  urls: readonly string[],
  bytesOf: BytesOfCopy,
): Promise<FilesOfCopy> {
  const rows: StoredRow[] = [];
  const bytes = new Map<number, HeldBytes>();
  let gone = 0;
  for (const { sha256, bytes: size, file_id: fileId, ...row } of urls.length === 0 ? [] : await copy.files(names, urls)) {
    if (row['storage'] === 'cloud') {
      rows.push(row);
      continue;
    }
    const held = await holdBytes(ports, { sha256: String(sha256), size: Number(size), fileId: String(fileId) }, bytesOf);
    if (held === null) gone += 1;
    else {
      rows.push(row);
      bytes.set(Number(row['id']), held);
    }
  }
  return { rows, bytes, gone };
}

async function holdBytes({ database, files }: Ports, wanted: Omit<HeldBytes, 'lostId'>, bytesOf: BytesOfCopy): Promise<HeldBytes | null> {
  const blob = await database.kysely
    .selectFrom('blob')
    .select('file_id')
    .where('sha256', '=', wanted.sha256)
    .where('size', '=', wanted.size)
    .executeTakeFirst();
  if (blob && (await files.sizeOf(blob.file_id)) !== null) return { ...wanted, fileId: blob.file_id, lostId: null };
  const found = await bytesOf(wanted.fileId);
  if (found === null) return null;
  const { fileId, sizeBytes } = await files.store(found);
  if (sizeBytes === wanted.size) return { ...wanted, fileId, lostId: blob?.file_id ?? null };
  await files.remove(fileId);
  return null;
}

/** Has the bytes known by the database, for the record that is about to come back with them. */
export async function enterBytes(ports: Ports, trx: Transaction<Tables>, { sha256, size, fileId, lostId }: HeldBytes): Promise<void> {
  const blob = await trx
    .insertInto('blob')
    .values({ sha256, size, file_id: fileId, create_time: nowSeconds(ports) })
    .onConflict((on) => on.constraint('blob_bytes_unique').doUpdateSet((set) => ({ create_time: set.ref('blob.create_time') })))
    .returning(['id', 'file_id'])
    .executeTakeFirstOrThrow();
  if (blob.file_id === lostId) await trx.updateTable('blob').set({ file_id: fileId }).where('id', '=', blob.id).execute();
}
