import type { Generated } from 'kysely';
import type { Stamped, Switch, Versioned } from '#server/db/columns/column-types';

export interface ChatWordTable extends Stamped, Versioned {
  id: Generated<number>;
  pattern: string;
  place: 'question' | 'answer' | 'both';
  deed: 'refuse' | 'mask';
  status: Generated<Switch>;
}
