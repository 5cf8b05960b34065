import type { Life } from '#domain/life/life';

/** Pages are drafted, published and taken down again; the site shows those that are on. */
export const publicPageLife: Life = {
  field: 'status',
  chart: {
    id: 'publicPage',
    initial: 'draft',
    states: {
      draft: { on: { publish: 'on' }, meta: { relied: true } },
      on: { on: { unpublish: 'draft' }, meta: { holds: ['told', 'toldInEnglish'], relied: true } },
    },
  },
  events: { publish: { right: 'edit' }, unpublish: { right: 'edit', asks: { comment: 'optional' } } },
  conditions: {
    told: { field: 'body', is: 'filled', says: 'resources.publicPage.publishedNeedsText' },
    toldInEnglish: {
      any: [
        { field: 'titleEn', is: 'empty' },
        { field: 'bodyEn', is: 'filled', says: 'resources.publicPage.englishNeedsText' },
      ],
    },
  },
  delays: {},
  effects: {},
};
