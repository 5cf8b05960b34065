import type { Generated } from 'kysely';
import type { Stamped, Versioned } from '#server/db/columns/column-types';

/** Which group of administrators a value of a provider's claim stands for. */
export interface SignInGroupTable extends Stamped, Versioned {
  id: Generated<number>;
  provider_id: number;
  value: string;
  group_id: number;
}
