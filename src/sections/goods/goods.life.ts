import type { Life } from '#domain/life/life';

/**
 * Goods are drafted, go on sale and come off again; each of the six ways between is open, as it is to stock clients. A draft goes on sale at
 * its time, and what is on sale off again at its end. Back to draft, a beginning that has passed counts no more, or it would be on sale again.
 */
export const goodsLife: Life = {
  field: 'status',
  chart: {
    id: 'goods',
    initial: 'draft',
    states: {
      draft: { on: { publish: { target: 'on', guard: 'notOver' }, takeOff: 'off' }, after: { publishTime: 'on' } },
      on: {
        on: {
          takeOff: 'off',
          revise: [
            { target: 'draft', guard: 'planned' },
            { target: 'draft', actions: ['unplan'] },
          ],
        },
        after: { endTime: 'off' },
        meta: { holds: ['complete'], relied: true },
      },
      off: {
        on: {
          publish: { target: 'on', guard: 'notOver' },
          revise: [
            { target: 'draft', guard: 'planned' },
            { target: 'draft', actions: ['unplan'] },
          ],
        },
      },
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
    notOver: {
      any: [
        { field: 'endTime', is: 'empty', says: 'resources.goods.endHasPassed' },
        { field: 'endTime', is: 'gt', nowSeconds: 0, says: 'resources.goods.endHasPassed' },
      ],
    },
    planned: { field: 'publishTime', is: 'gt', nowSeconds: 0 },
  },
  delays: { publishTime: { field: 'publishTime' }, endTime: { field: 'endTime' } },
  effects: { unplan: { set: 'publishTime', to: { value: null } } },
};
