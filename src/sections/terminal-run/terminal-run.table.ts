import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from '#server/db/columns/column-types';
import type { ProcessIdentity, RunStatus } from '#server/db/columns/run-columns';

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
