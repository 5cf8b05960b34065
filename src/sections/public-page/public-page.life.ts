import type { Life } from '#domain/life/life';

/** Pages are drafted, published and taken down again; the site shows those that are on. */
export const publicPageLife: Life = {
  field: 'status',
  chart: {
    id: 'publicPage',
    initial: 'draft',
    states: {
      draft: { on: { publish: 'on' }, meta: { relied: true } },
      on: { on: { unpublish: 'draft' }, meta: { relied: true } },
    },
  },
  events: { publish: { right: 'edit' }, unpublish: { right: 'edit', asks: { comment: 'optional' } } },
  conditions: {},
  delays: {},
  effects: {},
};
