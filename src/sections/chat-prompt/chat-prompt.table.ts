import type { Generated } from 'kysely';
import type { ChatOwnerKind } from '#domain/chat/answer';
import type { Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface ChatPromptTable extends Stamped, Versioned {
  id: Generated<number>;
  kind: 'system' | 'starter' | 'command';
  name: string;
  name_en: Generated<string>;
  body: string;
  body_en: Generated<string>;
  audience: Generated<ChatOwnerKind | 'all'>;
  status: Generated<Switch>;
  weigh: Generated<number>;
}
