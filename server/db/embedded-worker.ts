import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { syncToDisk, syncTreeToDisk } from '../data-dir.ts';
import { databaseErrorFields } from './database-error.ts';
import { DurableNodeFS } from './durable-file-system.ts';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedRows, EmbeddedStorage } from './embedded-protocol.ts';
import { VALUE_PARSERS } from './value-parsers.ts';

const SMALL = ['-c', 'shared_buffers=16MB'];
const DURABLE = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB'];

/** Runs in a thread of its own, so that a long query does not stop the server from answering others. */
async function open(storage: EmbeddedStorage): Promise<{ readonly pg: PGlite; readonly fileSystem: DurableNodeFS | null }> {
  const dump = storage.dump === null ? {} : { loadDataDir: new Blob([new Uint8Array(storage.dump)]) };
  if (storage.kind === 'memory') {
    return {
      pg: await PGlite.create({ startParams: [...PGlite.defaultStartParams, ...SMALL], parsers: { ...VALUE_PARSERS }, ...dump }),
      fileSystem: null,
    };
  }
  const fileSystem = new DurableNodeFS(storage.folder);
  const startParams = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...DURABLE, ...SMALL];
  const pg = await PGlite.create({ fs: fileSystem, startParams, parsers: { ...VALUE_PARSERS }, ...dump });
  if (!existsSync(storage.syncedMarker)) {
    // Creating a database does not sync what it writes; from here on, each commit does.
    await pg.query('checkpoint');
    syncTreeToDisk(storage.folder);
    writeFileSync(storage.syncedMarker, '');
    syncToDisk(storage.syncedMarker);
  }
  return { pg, fileSystem };
}

if (parentPort === null) throw new Error('embedded-worker.ts runs as a worker thread only');
const port = parentPort;
const reply = (message: EmbeddedReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

let opened: Awaited<ReturnType<typeof open>>;

async function answer(request: EmbeddedRequest): Promise<void> {
  switch (request.kind) {
    case 'query': {
      const { rows, affectedRows } = await opened.pg.query<Record<string, unknown>>(request.sql, [...request.params]);
      return reply({ kind: 'done', value: { rows, affectedRows: affectedRows ?? 0 } satisfies EmbeddedRows });
    }
    case 'dump': {
      await opened.pg.query('checkpoint');
      const bytes = await (await opened.pg.dumpDataDir('gzip')).arrayBuffer();
      return reply({ kind: 'done', value: new Uint8Array(bytes) }, [bytes]);
    }
    case 'countSyncs':
      return reply({ kind: 'done', value: opened.fileSystem?.syncs ?? 0 });
    case 'close':
      await opened.pg.close();
      reply({ kind: 'done', value: null });
      return port.close();
    default:
      request satisfies never;
  }
}

/** After a panic (the disk refused the log) or a crash inside the engine, each further call would hang or lie. */
function refuse(error: unknown): void {
  const { severity } = error as { readonly severity?: unknown };
  const isFatal = severity === 'PANIC' || severity === 'FATAL' || error instanceof WebAssembly.RuntimeError;
  reply({ kind: 'refused', error: databaseErrorFields(error), isFatal });
  if (isFatal) setImmediate(() => process.exit(1));
}

try {
  opened = await open(workerData as EmbeddedStorage);
  port.on('message', (request: EmbeddedRequest) => {
    answer(request).catch(refuse);
  });
  reply({ kind: 'ready' });
} catch (error) {
  reply({ kind: 'refused', error: databaseErrorFields(error), isFatal: true });
  port.close();
}
