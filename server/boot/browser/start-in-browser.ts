import { createServerApp, type ServerApp } from '../../app.ts';
import type { ByteShelf } from '../../adapters/browser/byte-shelf.ts';
import { createRecordedProcesses } from '../../adapters/browser/recorded-processes.ts';
import { createShelfFiles } from '../../adapters/browser/shelf-files.ts';
import { createWasmHasher } from '../../adapters/browser/wasm-hasher.ts';
import { createEncryptor, ENCRYPTION_KEY_BYTES } from '../../base/encryptor.ts';
import { createPrecedence } from '../../base/precedence.ts';
import type { Logger } from '../../base/logger.ts';
import type { Messages } from '../../base/messages.ts';
import { DeliveryError } from '../../ports/verification-ports.ts';
import { type BrowserDatabase, openBrowserDatabase, type BrowserDatabaseOptions } from '../../db/browser/browser-database.ts';
import { createMemoryJobs } from '../../db/browser/memory-jobs.ts';
import { keepTimes } from '../upkeep/keep-times.ts';
import { ProviderError } from '../../ports/model-ports.ts';
import type { DocumentRenderer, ServerPorts } from '../../ports/ports.ts';

export interface BrowserServerOptions extends Pick<BrowserDatabaseOptions, 'dump' | 'engine' | 'onWrite'> {
  readonly logger: Logger;
  readonly messages: Messages;
  readonly rasterise: ServerPorts['rasterise'];
  readonly documents: DocumentRenderer | null;
  /** Where stored files lie. */
  readonly shelf: ByteShelf;
  /** From 0 to 1, as of the last time that somebody asked. */
  readonly freeDiskShare: () => number;
}

export interface BrowserServer {
  readonly app: ServerApp;
  readonly database: BrowserDatabase;
  close(): Promise<void>;
}

const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/** Nothing leaves: what is to be sent stays in the outbox. */
const unreachable = (): Promise<never> => Promise.reject(new DeliveryError('unreachable'));

/** What a server is given that runs in somebody's browser. */
export function browserServerPorts(
  database: BrowserDatabase,
  { logger, messages, rasterise, documents, shelf, freeDiskShare }: BrowserServerOptions,
): ServerPorts {
  return {
    database,
    precedence: createPrecedence(),
    jobs: createMemoryJobs({ database, logger }),
    logger,
    clock: { nowMs: () => Date.now() },
    randomBytes,
    passwords: createWasmHasher(randomBytes),
    // Whoever reads its secrets has them before them: a key of its own would be lost with each window, and all they encrypt with it.
    encryptor: createEncryptor(new Uint8Array(ENCRYPTION_KEY_BYTES), randomBytes),
    rasterise,
    messages,
    pages: { read: () => null, shell: null, documents },
    files: createShelfFiles(shelf, randomBytes),
    processes: createRecordedProcesses('▶ 录制的执行 · recorded run'),
    cloud: null,
    mailer: { send: unreachable, verify: unreachable },
    sms: null,
    models: {
      // oxlint-disable-next-line require-yield -- there is nobody to ask
      async *answer() {
        throw new ProviderError('unavailable', { isRetryable: false, detail: 'Nothing leaves this browser.' });
      },
    },
    freeDiskShare,
  };
}

/** Database → application, in one thread of a browser: the same server over other ports. Its tables and first rows come with the dump. */
export async function startInBrowser(options: BrowserServerOptions): Promise<BrowserServer> {
  const { logger, dump, engine, onWrite } = options;
  const database = await openBrowserDatabase({ dump, logger, ...(engine && { engine }), ...(onWrite && { onWrite }) });
  const ports = browserServerPorts(database, options);
  const app = createServerApp(ports, { readsPerMinute: 0 });
  await app.designer.sync();
  await app.terminal.runs.recover();
  await app.chat.recover();
  await ports.jobs.work();
  const times = keepTimes(ports, app.resources);
  return {
    app,
    database,
    async close() {
      await Promise.all([ports.jobs.stop(), times.stop(), app.close()]);
      await app.settled();
      await database.close();
    },
  };
}
