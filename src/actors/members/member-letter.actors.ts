import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readStaffAudience, sendStaffMessage } from '#api/contract/members/staff-message';
import { memberLetterMachine } from '#machines/members/member-letter.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';

/** Asks whom a message of administrators can be for, and sends it. */
export const memberLetterLogic = ({ call }: { readonly call: Call }): typeof memberLetterMachine =>
  memberLetterMachine.provide({
    actors: {
      loadReach: fromPromise(({ signal }) => call(readStaffAudience, {}, { signal })),
      send: fromPromise(async ({ input: { audience, groupId, ids, idempotencyKey, ...words }, signal }) => {
        const chosen = audience === 'chosen' ? { ids: [...ids] } : audience === 'group' && groupId !== null ? { groupId } : {};
        const { members } = await call(
          sendStaffMessage,
          { audience, ...chosen, ...words },
          { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS },
        );
        return members;
      }),
    },
  });
