import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { OutputOf } from '#api/contract/base/endpoint';
import { checkInToday, readOverview, readSummary } from '#api/contract/members/account';
import { readRecentChats } from '#api/contract/members/recent-chats';
import { FailureError } from '#domain/base/failure';
import { overviewMachine, type MemberOverview, type RecentChats } from '#machines/members/overview.machine';
import { orWhereMissing } from '../base/or-where-missing.ts';

/** What other servers tell of the last days. */
const sevenDays = ({ days, score, money }: OutputOf<typeof readOverview>): MemberOverview => ({
  days,
  score: score.map(Number),
  money: money.map((amount) => Number(amount).toFixed(2)),
  group: '',
  safety: null,
  daily: null,
  previous: null,
  chats: null,
});

/** They hold nothing else up: where they cannot be had, there are none. */
async function recentChats(call: Call, signal: AbortSignal): Promise<RecentChats | null> {
  try {
    const { is_on: isOn, list, messages_a_day: most, messages_left: left } = await call(readRecentChats, {}, { signal, quietErrors: true });
    return isOn ? { list, most, left } : null;
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return null;
  }
}

/** Days, sums, and how safe the account is. */
export const overviewLogic = ({ call }: { readonly call: Call }): typeof overviewMachine =>
  overviewMachine.provide({
    actors: {
      loadOverview: fromPromise(async ({ signal }) => {
        const asked = orWhereMissing(call(readSummary, {}, { signal }), null);
        const [summary, chats] = await Promise.all([asked, recentChats(call, signal)]);
        if (summary === null) return sevenDays(await call(readOverview, {}, { signal }));
        const { days, score, money, group, daily, previous, ...rest } = summary;
        const { password_time: passwordTime, has_email: hasEmail, has_mobile: hasMobile, has_factor: hasFactor } = rest;
        const safety = { passwordTime, hasEmail, hasMobile, hasFactor };
        const checkedIn = daily && { score: daily.score, isDone: daily.is_done, streak: daily.streak };
        return { days, score, money, group, safety, daily: checkedIn, previous, chats };
      }),
      checkIn: fromPromise(async ({ signal }) => {
        await call(checkInToday, {}, { signal });
      }),
    },
  });
