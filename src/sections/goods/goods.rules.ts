import type { Issues } from '#domain/base/issue';

/**
 * Goods on sale need a picture and a price; a list price is never below the price, and an end never before the beginning.
 * Source: open content, "Goods and categories".
 */
export function checkGoods(values: Readonly<Record<string, unknown>>): Issues {
  const { status, images, price, listPrice, publishTime, endTime } = values;
  const issues: Record<string, { key: string }> = {};
  if (status === 'on' && (!Array.isArray(images) || images.length === 0)) issues['images'] = { key: 'resources.goods.onSaleNeedsImage' };
  if (status === 'on' && !(typeof price === 'number' && price > 0)) issues['price'] = { key: 'resources.goods.onSaleNeedsPrice' };
  if (typeof listPrice === 'number' && typeof price === 'number' && listPrice < price)
    issues['listPrice'] = { key: 'resources.goods.listPriceBelowPrice' };
  if (typeof publishTime === 'number' && typeof endTime === 'number' && endTime <= publishTime)
    issues['endTime'] = { key: 'resources.goods.endsAfterBeginning' };
  return issues;
}
