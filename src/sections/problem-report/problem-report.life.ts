import type { Life } from '#domain/life/life';

/** Reports come in, are looked at, and closed; each of the six ways between is open, as it is to stock clients. */
export const problemReportLife: Life = {
  field: 'status',
  chart: {
    id: 'problemReport',
    initial: 'new',
    states: {
      new: { on: { see: 'seen', close: 'closed' }, meta: { relied: true } },
      seen: { on: { close: 'closed', reopen: 'new' } },
      closed: { on: { see: 'seen', reopen: 'new' } },
    },
  },
  events: { see: { right: 'edit' }, close: { right: 'edit', asks: { comment: 'optional' } }, reopen: { right: 'edit' } },
  conditions: {},
  delays: {},
  effects: {},
};
