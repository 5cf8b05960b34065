import type { Generated, GeneratedAlways } from 'kysely';
import type { NotificationKind, NotificationName } from '#domain/notifications/notification';
import type { DashboardLayout } from '#domain/shell/dashboard-layout';
import type { Json, JsonWithDefault, UnixSeconds } from '../columns/column-types.ts';

/** The first page as its owner has arranged it. */
export interface DashboardLayoutTable {
  admin_id: number;
  content: Json<DashboardLayout>;
  update_time: UnixSeconds;
}

/** What an administrator is told. Who did it and what a record is called are looked up by whoever reads. */
export interface NotificationTable {
  id: GeneratedAlways<number>;
  admin_id: number;
  name: NotificationName;
  resource: string | null;
  record_id: number | null;
  /** The administrator who did it. */
  by_id: number | null;
  /** Of one key a person has one: what comes later takes its place. */
  key: string | null;
  params: JsonWithDefault<Readonly<Record<string, string | number>>>;
  create_time: UnixSeconds;
  read_time: UnixSeconds | null;
}

/** How an administrator hears of things, and how far they have been told what others do. */
export interface NotificationReaderTable {
  admin_id: number;
  ways: JsonWithDefault<Readonly<Partial<Record<NotificationKind, { readonly inApp: boolean; readonly byMail: boolean }>>>>;
  /** In which mails are written. */
  language: Generated<string>;
  /** The last request for a second person that was looked at. */
  seen_request: Generated<number>;
  /** Own requests that were settled before it have been told. */
  seen_settled: UnixSeconds;
}

/** A record that an administrator watches, and the last change of it that they have been told of. */
export interface RecordWatchTable {
  admin_id: number;
  resource: string;
  record_id: number;
  seen_change: number;
  create_time: UnixSeconds;
}
