import { filter, map, merge, Observable, Subject } from 'rxjs';
import { eventsIn } from '#api/event-stream';
import { IN_PROCESS_ORIGIN } from '#api/transport-read';
import { DEMO_BASE, DEMO_PREFIX } from '#domain/demo/demo-words';
import type { AppPorts, HistoryPort, StoragePort } from '../base/ports.ts';
import { browserChannel } from '../base/tab-channel.ts';
import type { DemoBridge } from './demo-bridge.ts';

/** An address of the page as the application has it. */
export const withoutBase = (href: string): string => (href.startsWith(DEMO_BASE) ? href.slice(DEMO_BASE.length) || '/' : href);
export const withBase = (href: string): string => DEMO_BASE + href;

type Texts = Omit<StoragePort, 'changes'>;

const named = (texts: Texts): Texts => ({
  read: (key) => texts.read(DEMO_PREFIX + key),
  write: (key, text) => texts.write(DEMO_PREFIX + key, text),
  remove: (key) => texts.remove(DEMO_PREFIX + key),
});

/** @param isCovered whether a public page lies over the application: the address is that page's then, and the application takes it not back */
function below(history: HistoryPort, isCovered: () => boolean): HistoryPort {
  const notGone = new Subject<{ readonly href: string; readonly delta: number }>();
  const href = () => withoutBase(history.href());
  return {
    ...history,
    href,
    write: (to, mode) => history.write(withBase(to), mode),
    // Whoever asked to move waits to hear of it.
    go: (delta) => (isCovered() ? notGone.next({ href: href(), delta }) : history.go(delta)),
    stepsBack: (isWanted) => history.stepsBack((one) => one.startsWith(`${DEMO_BASE}/`) && isWanted(withoutBase(one))),
    moves: merge(history.moves.pipe(map((move) => ({ ...move, href: withoutBase(move.href) }))), notGone),
  };
}

/** The browser's own ports with all names of their own, and the server of this browser instead of the network. */
export function demoPorts(own: AppPorts, bridge: Pick<DemoBridge, 'fetch'>, isCovered: () => boolean): AppPorts {
  const { channel: _channel, ...rest } = own;
  const channel = browserChannel(`${DEMO_PREFIX}tabs`);
  return {
    ...rest,
    storage: {
      ...named(own.storage),
      changes: own.storage.changes.pipe(
        filter((key) => key === '' || key.startsWith(DEMO_PREFIX)),
        map((key) => key.slice(DEMO_PREFIX.length)),
      ),
    },
    tabStorage: named(own.tabStorage),
    ...(channel && { channel }),
    history: below(own.history, isCovered),
    withLock: (name, run, signal) => own.withLock(DEMO_PREFIX + name, run, signal),
    fetch: (request) => bridge.fetch(request),
    eventSource: {
      open: (href) =>
        new Observable<string>((subscriber) => {
          const left = new AbortController();
          const read = async (): Promise<void> => {
            const reply = await bridge.fetch(new Request(new URL(href, IN_PROCESS_ORIGIN), { signal: left.signal }));
            if (!reply.ok || reply.body === null) throw new Error('the event stream was refused');
            for await (const { data } of eventsIn(reply.body, left.signal)) subscriber.next(data);
            throw new Error('the event stream broke');
          };
          read().catch((error: unknown) => subscriber.error(error));
          return () => left.abort();
        }),
    },
    embeddedSite: () => null,
  };
}
