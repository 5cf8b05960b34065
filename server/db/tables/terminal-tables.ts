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
