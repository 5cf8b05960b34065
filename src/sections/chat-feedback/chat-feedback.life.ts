import type { Life } from '#domain/life/life';

/** What people say of answers comes in, is looked at, and closed; who says more of the same answer opens it again. */
export const chatFeedbackLife: Life = {
  field: 'status',
  chart: {
    id: 'chatFeedback',
    initial: 'open',
    states: {
      open: { on: { see: 'seen', close: 'closed' }, meta: { relied: true } },
      seen: { on: { close: 'closed', reopen: 'open', saidAgain: 'open' } },
      closed: { on: { see: 'seen', reopen: 'open', saidAgain: 'open' } },
    },
  },
  events: {
    see: { right: 'edit' },
    close: { right: 'edit', asks: { comment: 'optional' } },
    reopen: { right: 'edit' },
    saidAgain: { right: 'none' },
  },
  conditions: {},
  delays: {},
  effects: {},
};
