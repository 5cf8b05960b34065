import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readDashboard, saveDashboard } from '#api/contract/shell/dashboard';
import { knownLayout } from '#domain/shell/dashboard-layout';
import { dashboardLayoutMachine } from '#machines/shell/dashboard-layout.machine';
import { dashboardMachine, type Figures, type Trend } from '#machines/shell/dashboard.machine';

const trendOf = ({ days, days_before: before }: { readonly days: readonly number[]; readonly days_before: number }): Trend => ({
  days,
  before,
});

/** Reads the figures of the first page. */
export const dashboardLogic = ({ call }: { readonly call: Call }): typeof dashboardMachine =>
  dashboardMachine.provide({
    actors: {
      loadFigures: fromPromise(async ({ signal }): Promise<Figures> => {
        const told = await call(readDashboard, {}, { signal });
        const { goods, members, answers, sign_ins: signIns, changes, recent, layout } = told;
        return {
          goods: goods && {
            on: goods.on,
            lowLimit: goods.low_limit,
            trend: trendOf(goods),
            categories: goods.categories.map(({ id, name, name_en: nameEn, count }) => ({ id, name, nameEn, count })),
          },
          members: members && { total: members.total, trend: trendOf(members) },
          answers: answers && trendOf(answers),
          waiting: told.waiting,
          memberSignIns: signIns?.members ?? null,
          adminSignIns: signIns?.admins ?? null,
          changes,
          changesBefore: told.changes_before,
          recent: recent && recent.map(({ actor_name: actorName, ...change }) => ({ ...change, actorName })),
          actions: told.actions,
          layout: layout && knownLayout(layout),
        };
      }),
    },
  });

/** Keeps how the first page is arranged with the account. */
export const dashboardLayoutLogic = ({ call }: { readonly call: Call }): typeof dashboardLayoutMachine =>
  dashboardLayoutMachine.provide({
    actors: {
      saveLayout: fromPromise(async ({ input: { order, hidden, favourites }, signal }) => {
        await call(saveDashboard, { order: [...order], hidden: [...hidden], favourites: [...favourites] }, { signal });
      }),
    },
  });
