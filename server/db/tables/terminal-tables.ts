import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from '../columns/column-types.ts';

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

/** One run of a command. Its uuid decides that it happens once. */
export interface TerminalRunTable {
  id: GeneratedAlways<number>;
  uuid: string;
  /** Key of the command. */
  command: string;
  extend: string;
  /** What ran, as people read it; empty for what ran before this was kept. */
  line: Generated<string>;
  admin_id: number;
  /** From where it was started. */
  ip: Generated<string>;
  useragent: Generated<string>;
  status: Generated<RunStatus>;
  /** The server that runs the process. */
  owner: string;
  /** When the owner last said that it lives; milliseconds since 1970. */
  seen_at_ms: number;
  /** Who wants it stopped, where another server was asked. */
  stop_asked_by: string | null;
  exit_code: number | null;
  /** Null before it is started, and once nothing of it is left. */
  process: Json<ProcessIdentity> | null;
  /** Unix seconds. */
  create_time: number;
  end_time: number | null;
  /** Between its first event and its last; null while it goes on. */
  duration_ms: number | null;
}

/** Append-only: never changed, and deleted only with its run. */
export interface TerminalEventTable {
  run_id: number;
  /** From 1, without a gap. */
  seq: number;
  at_ms: number;
  kind: 'control' | 'output';
  data: string;
}

/** Opens one stream in the place of a token, which no address may carry. */
export interface TerminalTicketTable {
  /** SHA-256 of the ticket. */
  hash: string;
  /** The sign-in it belongs to, and ends with. */
  family_id: string;
  admin_id: number;
  uuid: string;
  command: string;
  extend: string;
  /** Unix seconds. */
  expire_time: number;
  used_at: number | null;
}
