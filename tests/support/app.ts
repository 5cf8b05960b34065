import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import { createApp, type Troupe } from '#actors/app/create-app';
import type { AppPorts, TabNews } from '#actors/base/ports';
import type { UndoOffer } from '#domain/table/undo-offer';
import type { ResolvedRoute } from '#domain/app/route-target';

/** A world that tests can read and move: what the page wrote, said and was shown. */
export interface TestWorld {
  readonly ports: AppPorts;
  /** Texts by key, as the browser's storage holds them; shared by worlds that are made with the same map. */
  readonly stored: Map<string, string>;
  /** The same of the tab's own storage. */
  readonly ownStored: Map<string, string>;
  /** The entries of the history and which one is shown. */
  readonly entries: string[];
  readonly position: () => number;
  /** The visitor presses back or forward. */
  readonly move: (delta: number) => void;
  readonly narrow: BehaviorSubject<boolean>;
  readonly dark: BehaviorSubject<boolean>;
  readonly visible: BehaviorSubject<boolean>;
  /** Another tab has changed a key. */
  readonly changedElsewhere: Subject<string>;
  /** Another tab has posted this. */
  readonly toldElsewhere: Subject<TabNews>;
  /** Somebody presses what a notice offers. */
  readonly undoWanted: Subject<UndoOffer>;
  /** The line is back. */
  readonly retryMoments: Subject<void>;
  /** What this tab has posted. */
  readonly posted: readonly TabNews[];
  readonly notices: (readonly [kind: 'succeeded' | 'done' | 'failed' | 'warned' | 'erred' | 'heard', what: unknown])[];
  readonly loaded: ResolvedRoute[];
  readonly logged: string[];
  readonly defects: unknown[];
  readonly reloads: () => number;
  /** Addresses elsewhere that a reload went to. */
  readonly ledTo: readonly string[];
  /** Whether the browser would ask before the page goes. */
  readonly isHeld: () => boolean;
}

export interface TestWorldOptions {
  readonly href?: string;
  readonly stored?: Map<string, string>;
  readonly fetch?: AppPorts['fetch'];
  /** Rejects where a page's code does not arrive. */
  readonly loadPage?: (route: ResolvedRoute) => Promise<void>;
}

export function createTestWorld({ href = '/', stored = new Map(), fetch, loadPage = async () => {} }: TestWorldOptions = {}): TestWorld {
  const entries = [href];
  let position = 0;
  let reloads = 0;
  const ledTo: string[] = [];
  let keys = 0;
  let held = false;
  const moves = new Subject<{ href: string; delta: number }>();
  const narrow = new BehaviorSubject(false);
  const dark = new BehaviorSubject(false);
  const visible = new BehaviorSubject(true);
  const changedElsewhere = new Subject<string>();
  const toldElsewhere = new Subject<TabNews>();
  const undoWanted = new Subject<UndoOffer>();
  const retryMoments = new Subject<void>();
  const posted: TabNews[] = [];
  const ownStored = new Map<string, string>();
  const notices: TestWorld['notices'] = [];
  const loaded: ResolvedRoute[] = [];
  const logged: string[] = [];
  const defects: unknown[] = [];
  const move = (delta: number) => {
    if (entries[position + delta] === undefined) return;
    position += delta;
    moves.next({ href: entries[position] as string, delta });
  };
  const ports: AppPorts = {
    clock: { now: () => 1_768_435_200_000, pause: async () => {} },
    storage: {
      read: (key) => stored.get(key) ?? null,
      write: (key, text) => void stored.set(key, text),
      remove: (key) => void stored.delete(key),
      changes: changedElsewhere,
    },
    tabStorage: {
      read: (key) => ownStored.get(key) ?? null,
      write: (key, text) => void ownStored.set(key, text),
      remove: (key) => void ownStored.delete(key),
    },
    channel: { post: (news) => void posted.push(news), news: toldElsewhere },
    history: {
      href: () => entries[position] as string,
      write: (to, mode) => {
        if (mode === 'push') entries.splice(++position, entries.length, to);
        else entries[position] = to;
      },
      go: move,
      stepsBack: (isWanted) => {
        const steps = entries.slice(0, position).toReversed().findIndex(isWanted);
        return steps === -1 ? null : steps + 1;
      },
      moves,
    },
    media: { narrow, dark, visible },
    page: {
      load: async (route) => {
        await loadPage(route);
        loaded.push(route);
      },
      reload: (to) => {
        reloads += 1;
        if (to !== undefined) ledTo.push(to);
      },
      origin: () => 'http://localhost:8000',
      isOnline: () => true,
      retryMoments,
      newKey: () => `key-${(keys += 1)}`,
      log: (message) => void logged.push(message),
      reportDefect: (error) => void defects.push(error),
    },
    notices: {
      succeeded: (message, about) => void notices.push(['succeeded', about === undefined ? message : { message, about }]),
      failed: (failure) => void notices.push(['failed', failure]),
      done: (key) => void notices.push(['done', key]),
      warned: (key) => void notices.push(['warned', key]),
      erred: (key) => void notices.push(['erred', key]),
      heard: (key, params) => void notices.push(['heard', params ? { key, ...params } : key]),
      undoWanted,
    },
    withLock: (_name, run) => run(),
    eventSource: { open: () => NEVER },
    holdPage: (isHeld) => (held = isHeld),
    onFrame: (run) => queueMicrotask(run),
    onIdle: (run) => queueMicrotask(run),
    ...(fetch && { fetch }),
  };
  return {
    ports,
    stored,
    ownStored,
    entries,
    position: () => position,
    move,
    narrow,
    dark,
    visible,
    changedElsewhere,
    toldElsewhere,
    undoWanted,
    retryMoments,
    posted,
    notices,
    loaded,
    logged,
    defects,
    reloads: () => reloads,
    ledTo,
    isHeld: () => held,
  };
}

/** The real application in a test's world, started. */
export function startTestApp(world: TestWorld): Troupe {
  const troupe = createApp(world.ports, { version: 'test', build: 'test' });
  troupe.app.start();
  return troupe;
}
