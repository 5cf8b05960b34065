import type { Call } from '#api/client';
import type { sessionsMachine } from '#machines/sessions.machine';
import { sessionsLogic } from './sessions.actors.ts';

/** The logics around the safety of an account, with their effects bound. */
export interface AccountParts {
  readonly sessions: typeof sessionsMachine;
}

export const accountParts = (ports: { readonly call: Call }): AccountParts => ({ sessions: sessionsLogic(ports) });
