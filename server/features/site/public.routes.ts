import { publicGoodsDetail, publicGoodsIndex, publicNoticeIndex } from '#api/contract/site/public';
import { rejection } from '#domain/base/failure';
import type { GoodsCard, GoodsPrice, LocalText } from '#domain/site/document-page';
import { nowSeconds } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { mount } from '../../routing/mount.ts';
import type { Caller } from '../../base/caller.ts';
import type { FeatureContext } from '../base/feature.ts';
import { readGoods, readGoodsList, type GoodsView } from './public-goods.ts';
import { readPublicSettings } from './public-settings.ts';
import { readNoticeList } from './public-texts.ts';

const textOf = ({ text, isTranslated }: LocalText) => ({ text, is_translated: isTranslated });
const priceOf = (price: GoodsPrice | null) => price && { cents: price.cents, list_cents: price.listCents, currency: price.currency };
const cardOf = ({ id, title, subtitle, picture, price }: GoodsCard) => ({
  id,
  picture,
  price: priceOf(price),
  title: textOf(title),
  subtitle: textOf(subtitle),
});
const notFound = () => rejection('refusals.recordNotFound');

/** What public pages show, as calls; by the same questions to the database. */
export function publicRoutes({ table, ports }: Pick<FeatureContext, 'table' | 'ports'>): void {
  const { kysely } = ports.database;

  async function viewOf({ client: { language } }: Caller): Promise<GoodsView> {
    const [site, settings] = [await readSiteSettings(kysely), await readPublicSettings(kysely)];
    if (!settings.isGoodsPublic) throw notFound();
    return { language, currency: settings.hasPrices ? site.currency : null };
  }

  mount(table, publicGoodsIndex, async ({ page, category, q, order }, caller) => {
    const content = await readGoodsList(kysely, category ?? null, { page, words: q.trim(), order }, await viewOf(caller));
    if (!content) throw notFound();
    return { list: content.items.map(cardOf), total: content.total, page, pages: content.pages };
  });

  mount(table, publicGoodsDetail, async ({ id }, caller) => {
    const goods = await readGoods(kysely, id, await viewOf(caller));
    if (typeof goods === 'string') throw notFound();
    const { pictures, unit, tags, availability, description } = goods;
    const [picture = ''] = pictures;
    return { ...cardOf({ ...goods, picture }), pictures: [...pictures], unit, tags: [...tags], availability, description };
  });

  mount(table, publicNoticeIndex, async ({ page }, { client: { language } }) => {
    const { timeZone } = await readSiteSettings(kysely);
    const content = await readNoticeList(kysely, { language, timeZone, now: nowSeconds(ports) }, page);
    if (!content) throw notFound();
    const list = content.items.map(({ id, title, excerpt, isPinned, day }) => {
      const texts = { title: textOf(title), excerpt: textOf(excerpt) };
      return { id, ...texts, is_pinned: isPinned, day };
    });
    return { list, page, pages: content.pages };
  });
}
