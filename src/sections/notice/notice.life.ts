import type { Life } from '#domain/life/life';

/**
 * Notices are drafted, perhaps reviewed, and stand on the site in their time. One whose time lies ahead waits for it; one whose time is over
 * has ended. Whoever wants a second person to look at each of them gives `approve` one.
 */
export const noticeLife: Life = {
  field: 'status',
  chart: {
    id: 'notice',
    initial: 'draft',
    states: {
      draft: { on: { submit: 'review', publish: [{ target: 'ready', guard: 'later' }, { target: 'on' }] }, meta: { relied: true } },
      review: {
        on: { approve: [{ target: 'ready', guard: 'later' }, { target: 'on' }], return: 'draft', withdraw: 'draft' },
        meta: { holds: ['told', 'toldInEnglish'], todo: true },
      },
      ready: {
        on: { withdraw: 'draft', publishNow: { target: 'on', actions: ['now'] } },
        after: { publishTime: 'on' },
        meta: { holds: ['told', 'toldInEnglish', 'dated'], relied: true },
      },
      on: { on: { withdraw: 'draft' }, after: { expireTime: 'ended' }, meta: { holds: ['told', 'toldInEnglish'], relied: true } },
      ended: { on: { withdraw: 'draft', publish: { target: 'on', guard: 'notOver' } }, meta: { relied: true } },
    },
  },
  events: {
    submit: { right: 'edit' },
    approve: { right: 'edit', undo: 'withdraw' },
    return: { right: 'edit', asks: { comment: 'required' } },
    publish: { right: 'edit', asStatus: true },
    publishNow: { right: 'edit' },
    withdraw: { right: 'edit', asks: { comment: 'optional' } },
  },
  conditions: {
    later: { field: 'publishTime', is: 'gt', nowSeconds: 0 },
    dated: { field: 'publishTime', is: 'filled' },
    notOver: {
      any: [
        { field: 'expireTime', is: 'empty', says: 'resources.notice.endHasPassed' },
        { field: 'expireTime', is: 'gt', nowSeconds: 0, says: 'resources.notice.endHasPassed' },
      ],
    },
    told: { field: 'body', is: 'filled', says: 'resources.notice.publishedNeedsText' },
    toldInEnglish: {
      any: [
        { field: 'titleEn', is: 'empty' },
        { field: 'bodyEn', is: 'filled', says: 'resources.notice.englishNeedsText' },
      ],
    },
  },
  delays: { publishTime: { field: 'publishTime' }, expireTime: { field: 'expireTime' } },
  effects: { now: { set: 'publishTime', to: { from: 'now' } } },
};
