import { describe, expect, it } from 'vitest';
import { checkGoods } from './goods.rules.ts';

const spans = (publishTime: number | null, endTime: number | null) => checkGoods({ status: 'draft', publishTime, endTime });

describe('checkGoods', () => {
  it('asks goods on sale for a picture and a price', () => {
    expect(checkGoods({ status: 'on', images: [], price: 0, listPrice: null })).toEqual({
      images: { key: 'resources.goods.onSaleNeedsImage' },
      price: { key: 'resources.goods.onSaleNeedsPrice' },
    });
    expect(checkGoods({ status: 'on', images: ['/a.png'], price: 1, listPrice: null })).toEqual({});
    expect(checkGoods({ status: 'draft', images: [], price: null, listPrice: null })).toEqual({});
  });

  it('refuses a list price below the price', () => {
    expect(checkGoods({ status: 'off', images: [], price: 200, listPrice: 199 })).toEqual({
      listPrice: { key: 'resources.goods.listPriceBelowPrice' },
    });
    expect(checkGoods({ status: 'off', images: [], price: 200, listPrice: 200 })).toEqual({});
  });

  it('refuses an end that is not after the beginning', () => {
    const refused = { endTime: { key: 'resources.goods.endsAfterBeginning' } };
    expect([spans(200, 199), spans(200, 200)]).toEqual([refused, refused]);
    expect([spans(200, 201), spans(null, 1), spans(200, null)]).toEqual([{}, {}, {}]);
  });
});
