import type { Life } from '#domain/life/life';

/** Goods are drafted, go on sale and come off again; each of the six ways between is open, as it is to stock clients. */
export const goodsLife: Life = {
  field: 'status',
  chart: {
    id: 'goods',
    initial: 'draft',
    states: {
      draft: { on: { publish: 'on', takeOff: 'off' } },
      on: { on: { takeOff: 'off', revise: 'draft' }, meta: { holds: ['complete'], relied: true } },
      off: { on: { publish: 'on', revise: 'draft' } },
    },
  },
  events: {
    publish: { right: 'edit' },
    takeOff: { right: 'edit', asks: { comment: 'optional' } },
    revise: { right: 'edit' },
  },
  conditions: {
    complete: {
      all: [
        { field: 'images', is: 'filled', says: 'resources.goods.onSaleNeedsImage' },
        { field: 'price', is: 'gt', value: 0, says: 'resources.goods.onSaleNeedsPrice' },
      ],
    },
  },
  delays: {},
  effects: {},
};
