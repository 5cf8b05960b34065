import type { PreviewKind } from '#domain/site/preview';
import type { UnixSeconds } from '../columns/column-types.ts';

/** One row; what raises it stands in its migration. */
export interface SiteVersionTable {
  id: number;
  version: number;
}

/** A file of a build, under the address that pages ask for. */
export interface PageFileTable {
  name: string;
  type: string;
  /** How its bytes are compressed; empty where they are not. */
  encoding: '' | 'br' | 'gzip';
  bytes: Uint8Array;
  /** When a process last said that it serves it. */
  seen_time: UnixSeconds;
}

/** Who shows it sees a draft, once. */
export interface PreviewTicketTable {
  /** SHA-256 of the ticket. */
  hash: string;
  kind: PreviewKind;
  record_id: number;
  admin_id: number;
  /** The sign-in that asked for it. */
  family_id: string;
  expire_time: UnixSeconds;
}
