import type { Observable } from 'rxjs';
import type { Area } from '#domain/base/area';
import type { NavigationMode } from '#domain/app/navigation';
import type { ResolvedRoute } from '#domain/app/route-target';
import type { UndoOffer } from '#domain/table/undo-offer';
import type { ChosenFile } from '#machines/files/upload.machine';
import type { WireSiteConfig } from './site-config.ts';
import type { Notices, Pause, WithLock } from './call-ports.ts';

/** How the outside world enters. `browser-ports.ts` has the real ones, `tests/support/app.ts` those of tests. */
export interface AppPorts {
  readonly clock: ClockPort;
  readonly storage: StoragePort;
  /** Outlives a reload, and goes with the tab. */
  readonly tabStorage: Omit<StoragePort, 'changes'>;
  readonly history: HistoryPort;
  readonly media: MediaPort;
  readonly page: PagePort;
  readonly notices: AppNotices;
  readonly withLock: WithLock;
  readonly eventSource: EventSourcePort;
  /** Whether the browser asks before the page goes; our own reloads are not asked about. */
  readonly holdPage: (isHeld: boolean) => void;
  /** Runs something once before the next frame is drawn. */
  readonly onFrame: (run: () => void) => void;
  /** Runs something once nothing more urgent is to be done, or has been waiting for long. */
  readonly onIdle: (run: () => void) => void;
  /** Left out where the browser has none: the storage's own news must do. */
  readonly channel?: ChannelPort;
  /** Left out where the browser has no locks: nobody is asked about what other tabs hold. */
  readonly unsavedTabs?: UnsavedTabsPort;
  /** What the server has written into the page about the site, as its reply to `frontInit` has it; null when it has not. */
  readonly embeddedSite?: () => WireSiteConfig | null;
  /** An application in process instead of the network. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
}

export interface ClockPort {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pause: Pause;
}

/** Texts by key, shared by the tabs of a browser. */
export interface StoragePort {
  readonly read: (key: string) => string | null;
  /** @throws when storage is full or forbidden */
  readonly write: (key: string, text: string) => void;
  readonly remove: (key: string) => void;
  /** Keys that another tab has changed. */
  readonly changes: Observable<string>;
}

/** An area's tokens in storage were replaced or removed. What they are stays in storage. */
export interface TabNews {
  readonly type: 'session.changed';
  readonly area: Area;
  /** Somebody has signed out on purpose. */
  readonly isSignOut?: true;
}

/** Word between the tabs of a browser. It overtakes the storage's own news, or comes after it: hearing it twice does no harm. */
export interface ChannelPort {
  readonly post: (news: TabNews) => void;
  /** What the other tabs have posted. */
  readonly news: Observable<TabNews>;
}

/** Which tabs of the browser hold work that is not saved. A tab that is gone holds nothing. */
export interface UnsavedTabsPort {
  readonly tell: (area: Area, isUnsaved: boolean) => void;
  /** Whether another tab than this one does. */
  readonly isElsewhere: (area: Area) => Promise<boolean>;
}

/** Streams of events over a line that is opened once: its end, for whatever reason, is the end. */
export interface EventSourcePort {
  /** The data of each event. */
  readonly open: (href: string) => Observable<string>;
}

/** The browser's history, with entries counted so that a move tells how far it went. */
export interface HistoryPort {
  readonly href: () => string;
  readonly write: (href: string, mode: NavigationMode) => void;
  readonly go: (delta: number) => void;
  /**
   * How many entries to go back to the nearest of ours that is wanted; one whose address nobody may know counts as wanted.
   * @returns null where nothing of ours lies behind
   */
  readonly stepsBack: (isWanted: (href: string) => boolean) => number | null;
  readonly moves: Observable<{ readonly href: string; readonly delta: number }>;
}

/** What the window and the system look like; each observable begins with what is. */
export interface MediaPort {
  readonly narrow: Observable<boolean>;
  readonly dark: Observable<boolean>;
  /** Whether the page can be seen: its tab is in front. */
  readonly visible: Observable<boolean>;
}

export interface PagePort {
  /** Brings the code and the messages of a route's page. */
  readonly load: (route: ResolvedRoute) => Promise<void>;
  /** Begins the page anew. @param to another address in its place, of this or another site */
  readonly reload: (to?: string) => void;
  readonly origin: () => string;
  readonly isOnline: () => boolean;
  /** When a server that did not answer may do so: the browser has its line again, and from time to time, as a line can break elsewhere. */
  readonly retryMoments: Observable<unknown>;
  /** A random id. */
  readonly newKey: () => string;
  readonly log: (message: string) => void;
  /** A bug, for the log and the fault report. */
  readonly reportDefect: (error: unknown) => void;
}

export interface AppNotices extends Notices {
  /** An error by its message key. */
  readonly erred: (key: string) => void;
  /** Word of what was done in another tab. @param key message key */
  readonly heard: (key: string, params?: Readonly<Record<string, string>>) => void;
  /** Somebody wants what a notice offered. */
  readonly undoWanted: Observable<UndoOffer>;
}

/** The files a person has chosen, kept outside of every machine. */
export interface FilesPort {
  readonly keep: (file: File) => ChosenFile;
  /** @throws when it was forgotten */
  readonly read: (fileId: string) => File;
  readonly forget: (fileId: string) => void;
}

/**
 * The SHA-1 of a file as 40 hexadecimal digits.
 * @throws FailureError when the file cannot be read, or the job is given up
 */
export type PrintFile = (
  file: File,
  options: { readonly signal: AbortSignal; readonly onRead: (bytes: number) => void },
) => Promise<string>;
