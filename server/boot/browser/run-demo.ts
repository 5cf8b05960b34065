import { DEMO_FOLDER, type DemoNews, type DemoOrder } from '#domain/demo/demo-words';
import { bundledMessages } from '../../adapters/browser/bundled-messages.ts';
import { createWasmRasteriser } from '../../adapters/browser/wasm-rasteriser.ts';
import { createLogger } from '../../base/logger.ts';
import type { DocumentRenderer } from '../../ports/ports.ts';
import { answerTabs } from './answer-tabs.ts';
import { bringParts, type Unpack } from './demo-parts.ts';
import { createSnapshots, openShelves } from './snapshots.ts';
import { startInBrowser } from './start-in-browser.ts';

/** Where orders come from, and news go to. */
export interface DemoOwner {
  readonly tell: (news: DemoNews) => void;
  readonly hear: (take: (order: DemoOrder) => void) => void;
  readonly unpack: Unpack;
}

/** The program that makes databases is not needed: they come made. */
const NOTHING = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

const FREE_WHERE_UNKNOWN = 0.5;

async function freeDiskShare(): Promise<number> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  return quota > 0 ? 1 - usage / quota : FREE_WHERE_UNKNOWN;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nothing = (): Promise<void> => Promise.resolve();

/** Parts → database → application → tabs, in the worker of the tab that owns it. */
export function runDemo({ tell, hear, unpack }: DemoOwner, documents: DocumentRenderer): void {
  const logger = createLogger({ level: 'warn', write: (line) => console.warn(line), now: () => new Date() });
  let save: () => Promise<void> = nothing;

  async function start({ base, parts }: Extract<DemoOrder, { kind: 'start' }>): Promise<void> {
    // Nothing that was kept is given up before all is here that takes its place.
    const { engine, share, seed, keep } = await bringParts({ base, parts, unpack, onBytes: (bytes) => tell({ kind: 'progress', bytes }) });
    const shelves = await openShelves(DEMO_FOLDER);
    const snapshots = createSnapshots(shelves.snapshots, { name: parts.seed.file.replace(/\W/gu, '-'), seededAt: parts.seededAt });
    const { snapshot, isStale } = await snapshots.newest();
    if (isStale || !snapshot) for (const name of await shelves.files.names()) await shelves.files.remove(name);
    tell({ kind: 'opening' });
    const free = await freeDiskShare();
    let savedAt = snapshot?.savedAt ?? null;
    let isReady = false;
    const server = await startInBrowser({
      dump: snapshot?.bytes ?? (await seed()),
      engine: { pgliteWasmModule: engine, initdbWasmModule: NOTHING, fsBundle: share },
      logger,
      messages: bundledMessages(),
      rasterise: createWasmRasteriser(),
      documents,
      shelf: shelves.files,
      freeDiskShare: () => free,
      onWrite: () => isReady && tell({ kind: 'written' }),
    });
    save = async () => {
      if (!shelves.isKept) throw new Error('This browser keeps no files');
      savedAt = await snapshots.keep(await server.database.snapshot());
      tell({ kind: 'saved', at: savedAt });
    };
    answerTabs(server.app, self.location.origin, () => savedAt);
    isReady = true;
    tell({ kind: 'ready', savedAt, isStale });
    // A browser that keeps nothing brings them again.
    keep().catch(() => undefined);
  }

  hear((order) => {
    if (order.kind === 'start') start(order).catch((error: unknown) => tell({ kind: 'failed', reason: reasonOf(error) }));
    else save().catch((error: unknown) => tell({ kind: 'notSaved', reason: reasonOf(error) }));
  });
  tell({ kind: 'awake' });
}
