import type { Generated } from 'kysely';
import type { WebhookKind } from '#domain/programs/webhook';
import type { JsonWithDefault, Stamped, Switch, UnixSeconds, Versioned } from '#server/db/columns/column-types';

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
