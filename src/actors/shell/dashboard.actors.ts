import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readDashboard } from '#api/contract/shell/dashboard';
import { dashboardMachine, type Figures } from '#machines/shell/dashboard.machine';

/** Reads the figures of the first page. */
export const dashboardLogic = ({ call }: { readonly call: Call }): typeof dashboardMachine =>
  dashboardMachine.provide({
    actors: {
      loadFigures: fromPromise(async ({ signal }): Promise<Figures> => {
        const { goods, members, sign_ins: signIns, changes, actions } = await call(readDashboard, {}, { signal });
        return {
          goods: goods && {
            draft: goods.draft,
            on: goods.on,
            off: goods.off,
            low: goods.low,
            lowLimit: goods.low_limit,
            soldOut: goods.sold_out,
            categories: goods.categories.map(({ id, name, name_en: nameEn, count }) => ({ id, name, nameEn, count })),
          },
          members,
          memberSignIns: signIns?.members ?? null,
          adminSignIns: signIns?.admins ?? null,
          changes,
          actions,
        };
      }),
    },
  });
