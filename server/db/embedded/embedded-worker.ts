import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect';
import { syncToDisk, syncTreeToDisk } from '../../base/data-dir.ts';
import { databaseErrorFields } from '../base/database-error.ts';
import { DurableNodeFS } from './durable-file-system.ts';
import { checkDatabase } from './embedded-check.ts';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedStorage } from './embedded-protocol.ts';
import { createStatements } from './embedded-statements.ts';
import { engineWords } from './embedded-words.ts';
import { VALUE_PARSERS } from '../base/value-parsers.ts';

const SMALL = ['-c', 'shared_buffers=16MB'];
/** Of what is written ahead, a whole segment is in memory from the first write: sixteen megabytes otherwise. */
const SMALL_SEGMENTS = ['--wal-segsize=1'];
const DURABLE = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=64MB'];

/** The engine asks a blob for its bytes: these give their own, where a blob made of them would copy a whole database twice more. */
function blobOf({ buffer, byteOffset, byteLength }: Uint8Array): Blob {
  const bytes = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  return Object.assign(new Blob(), { arrayBuffer: () => Promise.resolve(bytes as ArrayBuffer) });
}

interface Opened {
  readonly pg: PGlite;
  readonly fileSystem: DurableNodeFS | null;
}

/** Runs in a thread of its own, so that a long query does not stop the server from answering others. */
async function open(storage: EmbeddedStorage): Promise<Opened> {
  const dump = storage.dump === null ? {} : { loadDataDir: blobOf(storage.dump) };
  if (storage.kind === 'memory') {
    return {
      pg: await PGlite.create({
        startParams: [...PGlite.defaultStartParams, ...SMALL],
        initDbStartParams: SMALL_SEGMENTS,
        parsers: { ...VALUE_PARSERS },
        ...dump,
      }),
      fileSystem: null,
    };
  }
  const fileSystem = new DurableNodeFS(storage.folder);
  const startParams = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...DURABLE, ...SMALL];
  // The programs that look at pages come with it; nothing of them is written into the database.
  const extensions = { amcheck, pageinspect };
  const pg = await PGlite.create({ fs: fileSystem, startParams, parsers: { ...VALUE_PARSERS }, extensions, onStderr: tell, ...dump });
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

let opened: Opened | undefined;

/** Later it tells every refused statement, with its values; those are told by their replies. */
function tell(line: string): boolean {
  const words = engineWords(line);
  if (words !== null && (opened === undefined || words.severity === 'PANIC')) reply({ kind: 'said', words });
  return false;
}

type Ask = ReturnType<typeof createStatements>;

async function answer(request: EmbeddedRequest, { pg, fileSystem }: Opened, ask: Ask): Promise<void> {
  switch (request.kind) {
    case 'query':
      return reply({ kind: 'done', value: await ask(request.sql, request.params) });
    case 'dump': {
      await pg.query('checkpoint');
      const bytes = await (await pg.dumpDataDir('gzip')).arrayBuffer();
      return reply({ kind: 'done', value: new Uint8Array(bytes) }, [bytes]);
    }
    case 'check':
      return reply({ kind: 'done', value: await checkDatabase(pg, request.budgetMs) });
    case 'countSyncs':
      return reply({ kind: 'done', value: fileSystem?.syncs ?? 0 });
    case 'close':
      await pg.close();
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
  const engine = await open(workerData as EmbeddedStorage);
  opened = engine;
  const ask = createStatements(engine.pg);
  port.on('message', (request: EmbeddedRequest) => {
    answer(request, engine, ask).catch(refuse);
  });
  reply({ kind: 'ready' });
} catch (error) {
  reply({ kind: 'refused', error: databaseErrorFields(error), isFatal: true });
  port.close();
}
