import type { DatabaseErrorFields } from '../base/database-error.ts';
import type { EngineWords } from './embedded-words.ts';

/** What the main thread may ask of the thread that holds the embedded database. One request at a time. */
export type EmbeddedRequest =
  | { readonly kind: 'query'; readonly sql: string; readonly params: readonly unknown[] }
  | { readonly kind: 'dump' }
  | { readonly kind: 'check'; readonly budgetMs: number }
  | { readonly kind: 'countSyncs' }
  | { readonly kind: 'close' };

export type EmbeddedReply =
  /** Comes beside the reply that is awaited. */
  | { readonly kind: 'said'; readonly words: EngineWords }
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  /** A fatal one is the thread's last: the engine must start again. */
  | { readonly kind: 'refused'; readonly error: DatabaseErrorFields; readonly isFatal: boolean };

export interface EmbeddedRows {
  readonly rows: Record<string, unknown>[];
  readonly affectedRows: number;
}

/** A folder on the disk, or memory. With a dump it starts as that; a folder must be new then. */
export type EmbeddedStorage =
  | { readonly kind: 'folder'; readonly folder: string; readonly syncedMarker: string; readonly dump: Uint8Array | null }
  | { readonly kind: 'memory'; readonly dump: Uint8Array | null };
