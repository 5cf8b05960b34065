import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { moneyLedger, scoreLedger } from '#api/contract/members/member-ledger';
import { centsFromText } from '#domain/base/money';
import { ledgerOutcomeMachine } from '#machines/members/ledger-outcome.machine';

/** Asks what the member of a new entry has. Other servers of the family tell amounts as numbers. */
export const ledgerOutcomeLogic = ({ call }: { readonly call: Call }): typeof ledgerOutcomeMachine =>
  ledgerOutcomeMachine.provide({
    actors: {
      loadBalance: fromPromise(async ({ input: { ledger, memberId }, signal }) => {
        const { user } = await call(ledger === 'money' ? moneyLedger.member : scoreLedger.member, { userId: memberId }, { signal });
        const told = String(user[ledger]);
        const balance = ledger === 'money' ? centsFromText(told) : Number(told);
        if (balance === null || !Number.isSafeInteger(balance)) throw new Error(`no balance in the reply: ${ledger}`);
        return balance;
      }),
    },
  });
