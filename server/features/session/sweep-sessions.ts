import { sql } from 'kysely';
import { SESSION_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { forgetRows } from '../base/forget-rows.ts';

/** Forgets sign-ins that are over. How many an account has, and how often one is renewed, is bounded where they begin. */
export const sweepSessions = (ports: Pick<ServerPorts, 'database' | 'clock' | 'precedence'>, stopped?: AbortSignal): Promise<void> =>
  forgetRows(ports, 'token', sql`session_created_at < ${nowSeconds(ports) - SESSION_SECONDS}`, { stopped });
