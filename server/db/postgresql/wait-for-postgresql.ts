import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../base/logger.ts';
import { isUnavailable } from '../base/database-error.ts';
import type { Tables } from '../tables/tables.ts';

const ASK_EVERY_MS = 500;

interface WaitOptions {
  readonly kysely: Kysely<Tables>;
  readonly url: string;
  readonly logger: Logger;
  readonly waitMs: number;
}

/**
 * Waits until PostgreSQL answers: it may be started together with us.
 * @throws a sentence that says which address does not answer, why, and what to do; never the password
 */
export async function waitForPostgresql({ kysely, url, logger, waitMs }: WaitOptions): Promise<void> {
  const address = addressOf(url);
  const until = performance.now() + waitMs;
  let isTold = false;
  for (;;) {
    try {
      await sql`select 1`.execute(kysely);
      return;
    } catch (error) {
      const reason = error instanceof Error && error.message !== '' ? error.message : String((error as { readonly code?: unknown }).code);
      if (!isUnavailable(error)) throw new Error(`PostgreSQL at ${address} refuses us: ${reason}. Check DATABASE_URL.`, { cause: error });
      if (performance.now() >= until) {
        const waited = waitMs === 0 ? '' : ` within ${Math.round(waitMs / 1000)} seconds`;
        throw new Error(
          `PostgreSQL at ${address} did not answer${waited} (${reason}). Check that it runs and that DATABASE_URL leads to it, then start again.`,
          { cause: error },
        );
      }
      if (!isTold) logger.warn('database.awaited', { address, seconds: Math.round(waitMs / 1000), reason });
      isTold = true;
    }
    await pause(ASK_EVERY_MS);
  }
}

/** Host, port and name of the database, and nothing that is secret. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
