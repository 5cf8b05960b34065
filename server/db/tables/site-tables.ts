import type { Generated } from 'kysely';
import type { PreviewKind } from '#domain/site/preview';
import type { Stamped, Switch, UnixSeconds, Versioned } from './column-types.ts';

export interface NoticeTable extends Stamped, Versioned {
  id: Generated<number>;
  title: string;
  title_en: Generated<string>;
  body: Generated<string>;
  body_en: Generated<string>;
  status: Generated<'draft' | 'review' | 'ready' | 'on' | 'ended'>;
  is_pinned: Generated<Switch>;
  audience: Generated<'public' | 'members'>;
  /** Of members: the only group that it is for. */
  group_id: number | null;
  /** Null for at once. */
  publish_time: UnixSeconds | null;
  /** Null for never. */
  expire_time: UnixSeconds | null;
}

export interface PublicPageTable extends Stamped, Versioned {
  id: Generated<number>;
  slug: string;
  title: string;
  title_en: Generated<string>;
  body: Generated<string>;
  body_en: Generated<string>;
  status: Generated<'draft' | 'on'>;
  in_footer: Generated<Switch>;
  weigh: Generated<number>;
}

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
