import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { OutputOf } from '#api/contract/base/endpoint';
import { checkInToday, readOverview, readSummary } from '#api/contract/members/account';
import { overviewMachine, type MemberOverview } from '#machines/members/overview.machine';
import { orWhereMissing } from '../base/or-where-missing.ts';

/** What other servers tell of the last days. */
const sevenDays = ({ days, score, money }: OutputOf<typeof readOverview>): MemberOverview => ({
  days,
  score: score.map(Number),
  money: money.map((amount) => Number(amount).toFixed(2)),
  group: '',
  safety: null,
  daily: null,
});

/** Days, sums, and how safe the account is. */
export const overviewLogic = ({ call }: { readonly call: Call }): typeof overviewMachine =>
  overviewMachine.provide({
    actors: {
      loadOverview: fromPromise(async ({ signal }) => {
        const summary = await orWhereMissing(call(readSummary, {}, { signal }), null);
        if (summary === null) return sevenDays(await call(readOverview, {}, { signal }));
        const { days, score, money, group, daily, ...rest } = summary;
        const safety = { passwordTime: rest.password_time, hasEmail: rest.has_email, hasMobile: rest.has_mobile };
        const checkedIn = daily && { score: daily.score, isDone: daily.is_done, streak: daily.streak };
        return { days, score, money, group, safety, daily: checkedIn };
      }),
      checkIn: fromPromise(async ({ signal }) => {
        await call(checkInToday, {}, { signal });
      }),
    },
  });
