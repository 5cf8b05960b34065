import type { Failure } from '#domain/base/failure';
import type { WriteNews } from '#domain/changes/write-news';
import type { UndoOffer } from '#domain/table/undo-offer';

/** What a notice says of a write beside that it has succeeded. */
export interface WriteAnnouncement {
  readonly undo?: UndoOffer | undefined;
  /** null where only the server's words are known. */
  readonly news: WriteNews | null;
  /** Where the write stands in the history, for whoever may look at that. */
  readonly history?: string | undefined;
}

/** Messages that pass by. Texts of the server are shown as they are; '' stands for "Operation successful". */
export interface Notices {
  /** @param about what was written, and how it can be taken back: its notice says and offers that */
  succeeded(message: string, about?: WriteAnnouncement): void;
  /** @param history where what stands in the way can be looked at */
  failed(failure: Failure, history?: string): void;
  /** Says itself what was done. @param key message key */
  done(key: string): void;
  /** @param key message key */
  warned(key: string): void;
}

/** A lock that the tabs of a browser share, given in turn. The signal ends the waiting, not the run. */
export type WithLock = <T>(name: string, run: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Resolves after so many milliseconds. */
export type Pause = (ms: number) => Promise<void>;
