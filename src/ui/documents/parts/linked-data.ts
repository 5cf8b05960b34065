import type { GoodsContent, GoodsPrice, NoticeContent } from '#domain/site/document-page';

/** A thing as schema.org describes it. */
export interface LinkedData {
  readonly '@context': 'https://schema.org';
  readonly '@type': string;
  readonly [property: string]: unknown;
}

/** JSON that no word in it can end, nor a script make something else of. */
export const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/gu, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const described = (type: string, properties: Readonly<Record<string, unknown>>): LinkedData => ({
  '@context': 'https://schema.org',
  '@type': type,
  ...properties,
});

/** @param logo empty for none */
export const organization = (name: string, url: string, logo: string): LinkedData =>
  described('Organization', { name, url, ...(logo && { logo }) });

/** @param goodsUrl where goods are searched for; null where they are not public */
export const webSite = (name: string, url: string, inLanguage: string, goodsUrl: string | null): LinkedData =>
  described('WebSite', {
    name,
    url,
    inLanguage,
    ...(goodsUrl !== null && {
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${goodsUrl}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    }),
  });

interface Step {
  readonly title: string;
  readonly url: string;
}

const listed = (steps: readonly Step[]) =>
  steps.map(({ title, url }, index) => ({ '@type': 'ListItem', position: index + 1, name: title, item: url }));

export const breadcrumbs = (steps: readonly Step[]): LinkedData => described('BreadcrumbList', { itemListElement: listed(steps) });

export const itemList = (items: readonly Step[]): LinkedData =>
  described('ItemList', {
    itemListElement: items.map(({ title, url }, index) => ({ '@type': 'ListItem', position: index + 1, name: title, url })),
  });

/** Told only where prices are, in a currency: without an offer a product says nothing to search engines, and an offer without one is no offer. */
export const product = (
  { title, id, availability }: Pick<GoodsContent, 'title' | 'id' | 'availability'>,
  { cents, currency }: GoodsPrice,
  description: string,
  image: readonly string[],
  url: string,
): LinkedData =>
  described('Product', {
    name: title.text,
    sku: String(id),
    description,
    image,
    url,
    offers: {
      '@type': 'Offer',
      url,
      price: (cents / 100).toFixed(2),
      priceCurrency: currency,
      availability: `https://schema.org/${availability === 'soldOut' ? 'OutOfStock' : 'InStock'}`,
    },
  });

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const article = ({ title, publishedAt, changedAt }: NoticeContent, site: string, url: string): LinkedData =>
  described('Article', {
    headline: title.text,
    url,
    datePublished: moment(publishedAt),
    dateModified: moment(Math.max(changedAt, publishedAt)),
    publisher: { '@type': 'Organization', name: site },
  });
