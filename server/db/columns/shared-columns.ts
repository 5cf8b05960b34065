import type { Generated, GeneratedAlways } from 'kysely';
import type { ChatOwnerKind } from '#domain/chat/answer';
import type { Switch, UnixSeconds } from './column-types.ts';

/** A tree of which there are several, told apart by `type`; the database keeps the type of whatever stands below another. */
export interface TypedTreeColumns {
  id: Generated<number>;
  pid: Generated<number>;
  parent_id: GeneratedAlways<number | null>;
  type: Generated<number>;
  name: string;
  status: Generated<Switch>;
  weigh: Generated<number>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}

/** A rule of data safety, about one section. */
export interface SafetyRuleColumns {
  id: Generated<number>;
  name: string;
  /** Name of the section. */
  resource: string;
  /** As the wire names it, such as `auth/Admin`; in lower case in `controller_as`. */
  controller: string;
  controller_as: string;
  data_table: string;
  connection: Generated<string>;
  primary_key: string;
  status: Generated<Switch>;
  version: Generated<number>;
  create_time: UnixSeconds;
  update_time: UnixSeconds;
}

/** What a rule of data safety kept of one write. */
export interface SafetyEntryColumns {
  id: Generated<number>;
  change_id: number;
  set_id: number;
  resource: string;
  record_id: number;
  title: Generated<string>;
  owner_id: number | null;
  admin_id: number;
  ip: string;
  useragent: string;
  create_time: UnixSeconds;
  settled_at: UnixSeconds | null;
  settled_by: number | null;
  settled_set: number | null;
}

/** Append-only: triggers refuse update and delete. Source: journal.md 7.2. */
export interface LedgerColumns {
  id: GeneratedAlways<number>;
  /** The member's, also after the account is gone. */
  user_id: number;
  before: number;
  after: number;
  memo: Generated<string>;
  /** What kind of deed it was, and which; the pair is unique for a member. */
  reason: string;
  ref: string;
  /** 0 when no administrator did it. */
  admin_id: Generated<number>;
  ip: Generated<string>;
  create_time: UnixSeconds;
}

/** Whose a conversation, or what belongs to one, is. */
export interface ChatOwnerColumns {
  owner_type: ChatOwnerKind;
  owner_id: number;
}
