import type { Failure } from '#domain/base/failure';
import type { UndoOffer } from '#domain/table/undo-offer';

/** Messages that pass by. Texts of the server are shown as they are; '' stands for "Operation successful". */
export interface Notices {
  /** @param undo the write can be taken back, and its notice offers that */
  succeeded(message: string, undo?: UndoOffer): void;
  failed(failure: Failure): void;
  /** @param key message key */
  warned(key: string): void;
}

/** A lock that the tabs of a browser share, given in turn. The signal ends the waiting, not the run. */
export type WithLock = <T>(name: string, run: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Resolves after so many milliseconds. */
export type Pause = (ms: number) => Promise<void>;
