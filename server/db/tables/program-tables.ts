import type { Generated } from 'kysely';
import type { DeliveryFault, DeliveryState, WebhookKind } from '#domain/programs/webhook';
import type { JsonWithDefault, Stamped, Switch, UnixSeconds, Versioned } from './column-types.ts';

/** What another program may do in the name of an administrator. */
export interface ApiTokenTable extends Stamped, Versioned {
  id: Generated<number>;
  name: string;
  admin_id: number;
  /** Ids of rules separated by commas, or `*`; what the administrator has of them at the time of a call counts. */
  rules: string | null;
  read_only: Generated<Switch>;
  calls_per_minute: Generated<number>;
  end_time: UnixSeconds;
  status: Generated<Switch>;
  /** When the token itself was shown last; null where it never was. */
  issued_time: UnixSeconds | null;
  last_used_time: UnixSeconds | null;
  last_used_ip: Generated<string>;
}

/** Apart from `api_token`, so that nothing of it is ever listed. */
export interface ApiTokenSecretTable {
  token_id: number;
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string;
  create_time: UnixSeconds;
}

/** Where another program is told of changes, and of which. */
export interface WebhookTable extends Stamped, Versioned {
  id: Generated<number>;
  name: string;
  url: string;
  /** What is sent is what this administrator may see when it leaves. */
  admin_id: number;
  /** As of a token: ids of rules separated by commas, or `*`. */
  rules: string | null;
  /** The sections that follow from the rules, by name; `*` alone for all. */
  sections: JsonWithDefault<readonly string[]>;
  kinds: JsonWithDefault<readonly WebhookKind[]>;
  status: Generated<Switch>;
  /** When its secret was told; without one nothing leaves. */
  issued_time: UnixSeconds | null;
  delivered_time: UnixSeconds | null;
  /** Since when nothing has been accepted; null while things are. */
  failing_time: UnixSeconds | null;
}

/** Apart from `webhook`, encrypted for it and its address. */
export interface WebhookSecretTable {
  webhook_id: number;
  encrypted: string;
  create_time: UnixSeconds;
}

/** One message, from the write that it tells of to whatever became of it. What it says is read when it leaves. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  webhook_id: number;
  admin_id: number;
  /** By which a receiver knows one that came twice. */
  message_id: Generated<string>;
  resource: string;
  record_id: number;
  kind: WebhookKind;
  event: Generated<string>;
  /** Columns that were written. */
  changed: JsonWithDefault<readonly string[]>;
  set_id: number | null;
  /** Whose the record was. */
  owner_id: number | null;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  /** When it is due; whoever has it in hand puts that off meanwhile. */
  next_time: UnixSeconds;
  status: number | null;
  duration_ms: number | null;
  fault: DeliveryFault | null;
  create_time: UnixSeconds;
}

export interface WebhookAttemptTable {
  delivery_id: number;
  number: number;
  at: UnixSeconds;
  status: number | null;
  duration_ms: number;
  fault: DeliveryFault | null;
  /** The beginning of what was answered. */
  answer: Generated<string>;
}
