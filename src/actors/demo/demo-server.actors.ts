import { fromCallback, fromPromise } from 'xstate';
import { DEMO_BASE, DEMO_FOLDER, DEMO_PREFIX, type DemoNews, type DemoOrder, type DemoParts } from '#domain/demo/demo-words';
import { demoServerMachine } from '#machines/demo/demo-server.machine';
import type { DemoBridge } from './demo-bridge.ts';

/** Says that the demo was started in this browser, so that no later page asks again. */
export const STARTED_KEY = `${DEMO_PREFIX}started`;

export interface DemoServerPorts {
  readonly bridge: Pick<DemoBridge, 'post' | 'listen'>;
  readonly parts: DemoParts;
  readonly openWorker: () => Worker;
}

/** Where the browser forbids it, each page asks again. */
function storeStart(): void {
  try {
    localStorage.setItem(STARTED_KEY, '1');
  } catch {
    // Nothing is kept then.
  }
}

const ownKeys = (storage: Storage): string[] => Object.keys(storage).filter((key) => key.startsWith(DEMO_PREFIX) && key !== STARTED_KEY);

/** What was never made need not go; a browser that gives no folder has kept nothing in one. */
const isAbsent = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'SecurityError');

async function eraseAll(): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) for (const key of ownKeys(storage)) storage.removeItem(key);
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(DEMO_FOLDER, { recursive: true });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** The demo's server with its effects: one worker in the tab that has the lock. */
export function demoServerLogic({ bridge, parts, openWorker }: DemoServerPorts): typeof demoServerMachine {
  let worker: Worker | null = null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  const order = (word: DemoOrder): void => worker?.postMessage(word);
  return demoServerMachine.provide({
    actors: {
      holdLock: fromCallback(({ sendBack }) => {
        const name = `${DEMO_PREFIX}server`;
        const left = new AbortController();
        const held = Promise.withResolvers<void>();
        const hold = (): Promise<void> => {
          sendBack({ type: 'lock.gained' });
          return held.promise;
        };
        const take = async (): Promise<void> => {
          const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
            if (!lock) return false;
            await hold();
            return true;
          });
          if (isFree) return;
          sendBack({ type: 'lock.lost' });
          await navigator.locks.request(name, { signal: left.signal }, hold);
        };
        // Whoever leaves ends the waiting by it; any other end leaves the page without a server.
        take().catch((error: unknown) => {
          if (!left.signal.aborted) sendBack({ type: 'server.failed', reason: String(error) });
        });
        return () => {
          left.abort();
          held.resolve();
        };
      }),
      runServer: fromCallback(({ sendBack }) => {
        const started = openWorker();
        worker = started;
        const fail = (reason: string): void => sendBack({ type: 'server.failed', reason });
        started.addEventListener('error', ({ message }) => fail(message || 'worker'));
        started.addEventListener('message', ({ data }: MessageEvent<DemoNews>) => {
          if (data.kind === 'awake') order({ kind: 'start', base: DEMO_BASE, parts });
          else if (data.kind === 'progress') sendBack({ type: 'fetch.progressed', bytes: data.bytes });
          else if (data.kind === 'opening') sendBack({ type: 'server.opening' });
          else if (data.kind === 'ready') sendBack({ type: 'server.ready', savedAt: data.savedAt, isStale: data.isStale });
          else if (data.kind === 'written') sendBack({ type: 'write.seen' });
          else if (data.kind === 'saved') sendBack({ type: 'snapshot.kept', at: data.at });
          else if (data.kind === 'notSaved') sendBack({ type: 'snapshot.refused' });
          else fail(data.reason);
        });
        const hide = (): void => {
          if (document.visibilityState === 'hidden') sendBack({ type: 'page.hidden' });
        };
        document.addEventListener('visibilitychange', hide);
        const leave = bridge.listen((word) => word.kind === 'resetWanted' && sendBack({ type: 'demo.resetRequested' }));
        return () => {
          document.removeEventListener('visibilitychange', hide);
          leave();
          started.terminate();
          worker = null;
        };
      }),
      followServer: fromCallback(({ sendBack }) => {
        const leave = bridge.listen((word) => {
          if (word.kind === 'up') sendBack({ type: 'server.found', savedAt: word.savedAt });
          else if (word.kind === 'reset') location.assign(`${DEMO_BASE}/admin`);
        });
        bridge.post({ kind: 'hello' });
        return leave;
      }),
      erase: fromPromise(async () => {
        await eraseAll();
        bridge.post({ kind: 'reset' });
      }),
    },
    actions: {
      storeStart,
      keepSnapshot: () => order({ kind: 'save' }),
      askForReset: () => bridge.post({ kind: 'resetWanted' }),
      reloadPage: () => location.assign(`${DEMO_BASE}/admin`),
    },
  });
}
