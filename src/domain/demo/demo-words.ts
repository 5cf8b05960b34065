/** Where the product lies that runs in a browser alone. */
export const DEMO_BASE = '/try';
/** What it calls all that it keeps on its origin: nothing of it may meet what a real session keeps there. */
export const DEMO_PREFIX = 'try:';
/** What it lies below in the file system of the origin. */
export const DEMO_FOLDER = 'try';

/** A part that is brought before the server can start; its name on the disk is that of its content. */
export interface DemoPart {
  readonly file: string;
  /** As it travels. */
  readonly bytes: number;
  readonly unpackedBytes: number;
}

export interface DemoParts {
  readonly engine: DemoPart;
  readonly share: DemoPart;
  readonly seed: DemoPart;
  /** When the database was made that everything begins with; seconds since 1970. */
  readonly seededAt: number;
}

export const partBytes = ({ engine, share, seed }: DemoParts): number => engine.bytes + share.bytes + seed.bytes;

/** What a tab asks of the server, and what the server tells the tabs: word between windows, which carries no stream. */
export type DemoAsk =
  | {
      readonly kind: 'ask';
      readonly id: string;
      readonly method: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Blob | null;
    }
  | { readonly kind: 'leave'; readonly id: string }
  /** A tab wants to know how things are. */
  | { readonly kind: 'hello' }
  /** A tab that does not own the server wants it to begin anew. */
  | { readonly kind: 'resetWanted' };

export type DemoTell =
  | { readonly kind: 'head'; readonly id: string; readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  | { readonly kind: 'piece'; readonly id: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly id: string }
  | { readonly kind: 'broken'; readonly id: string }
  /** It answers, and was saved then; null where it never was. Another `run` is another server: who asked the one before waits in vain. */
  | { readonly kind: 'up'; readonly run: string; readonly savedAt: number | null }
  /** It begins anew: who is signed in is so no longer. */
  | { readonly kind: 'reset' };

/** What the tab that owns the server tells it. */
export type DemoOrder = { readonly kind: 'start'; readonly base: string; readonly parts: DemoParts } | { readonly kind: 'save' };

/** What the server tells the tab that owns it. */
export type DemoNews =
  /** It hears from now on: what was said before is lost. */
  | { readonly kind: 'awake' }
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'opening' }
  /** @param isStale a kept copy was of another build, and is given up */
  | { readonly kind: 'ready'; readonly savedAt: number | null; readonly isStale: boolean }
  | { readonly kind: 'written' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'notSaved'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };
