import type { Generated } from 'kysely';
import type { DeliveryFault, DeliveryState, WebhookKind } from '#domain/programs/webhook';
import type { JsonWithDefault, UnixSeconds } from '#server/db/columns/column-types';

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
  /** Of them, those by hand and those that were broken off by a stop: they use up none of those that come by themselves. */
  uncounted: Generated<number>;
  /** When it is due; whoever has it in hand puts that off meanwhile. */
  next_time: UnixSeconds;
  status: number | null;
  duration_ms: number | null;
  fault: DeliveryFault | null;
  create_time: UnixSeconds;
}
