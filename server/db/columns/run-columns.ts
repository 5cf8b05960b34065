export type RunStatus = 'running' | 'success' | 'failed' | 'stopped' | 'interrupted';

/** Tells a process from any other that has had its number, or will have it. */
export interface ProcessIdentity {
  /** Also the id of its group. */
  readonly pid: number;
  /** Where the number counts. */
  readonly machine: string;
  /** When it was started, in the words of the system; null where that does not tell. */
  readonly start: string | null;
  /** Stands in its environment, and in that of what it starts. */
  readonly mark: string;
}
