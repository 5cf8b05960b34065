import type { WriteAction } from '#domain/table/resource';

/** What a write is kept as. Its number comes with its first change; without an action it cannot be taken back and gets none. */
export interface WriteMeta {
  readonly action: WriteAction | null;
  /** The number of the write that it takes back. */
  readonly undoes: number | null;
  number: number | null;
}
