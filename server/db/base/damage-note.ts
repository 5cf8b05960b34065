import type { Logger } from '../../base/logger.ts';
import { databaseErrorFields, isDamage } from './database-error.ts';

/** Remembers that the database was found damaged while it was used, so that more than the one who met it hears of it. */
export interface DamageNote {
  readonly watch: <T>(answer: Promise<T>) => Promise<T>;
  readonly found: () => string | null;
}

export function createDamageNote(logger: Logger): DamageNote {
  let found: string | null = null;
  return {
    async watch(answer) {
      try {
        return await answer;
      } catch (error) {
        if (isDamage(error)) {
          if (found === null) logger.error('database.damaged', { error });
          found ??= databaseErrorFields(error).message;
        }
        throw error;
      }
    },
    found: () => found,
  };
}
