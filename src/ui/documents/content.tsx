import type { ReactNode } from 'react';
import { excerptOf } from '#domain/fields/rich-text-excerpt';
import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentContent, DocumentFrame, Words } from '#domain/site/document-page';
import { GoodsDocument } from './goods/GoodsDocument.tsx';
import { GoodsListDocument } from './goods/GoodsListDocument.tsx';
import { HomeDocument } from './home/HomeDocument.tsx';
import { MissingDocument } from './MissingDocument.tsx';
import { absoluteUrl } from './parts/absolute-url.ts';
import { breadcrumbs, itemList, organization, product, webSite, type LinkedData } from './parts/linked-data.ts';

/** What a kind of document fills the page with. */
export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  /** Path or address; empty for the site's own. */
  readonly picture: string;
  readonly main: ReactNode;
  readonly data: readonly LinkedData[];
}

const titled = (title: string, { siteName }: DocumentFrame): string => (siteName ? `${title} - ${siteName}` : title);

/** What search engines show below a title is no longer. */
const DESCRIPTION_LETTERS = 160;
const shortened = (text: string): string => Array.from(text).slice(0, DESCRIPTION_LETTERS).join('');

export function contentOf(content: DocumentContent, frame: DocumentFrame, words: Words): DocumentParts {
  const { language, origin, siteName, siteLogo } = frame;
  const urlOf = (path: string): string => origin + documentPath(language, path);
  const here = urlOf(frame.path);
  const goods = { title: words('site.goods.title'), url: urlOf('/goods') };
  const steps = (crumbs: readonly { readonly title: { readonly text: string }; readonly path: string }[]) =>
    crumbs.map(({ title, path }) => ({ title: title.text, url: urlOf(path) }));
  const nothing = { description: '', picture: '', data: [] };
  switch (content.kind) {
    case 'home':
      return {
        title: titled(words('site.home.title'), frame),
        description: frame.description || words('site.home.description', { site: siteName }),
        picture: '',
        main: <HomeDocument content={content} frame={frame} words={words} />,
        data: [
          organization(siteName, urlOf('/'), absoluteUrl(siteLogo || '/logo.svg', origin)),
          webSite(siteName, urlOf('/'), HTML_LANGUAGE[language], frame.hasGoods ? urlOf('/goods') : null),
        ],
      };
    case 'goodsList': {
      const name = content.category?.title.text ?? goods.title;
      return {
        ...nothing,
        title: titled(name, frame),
        description: words('site.goods.listDescription', { name, site: siteName }),
        main: <GoodsListDocument content={content} frame={frame} words={words} />,
        data: [
          itemList(content.items.map(({ title, id }) => ({ title: title.text, url: urlOf(`/goods/${id}`) }))),
          ...(content.category ? [breadcrumbs([goods, ...steps(content.crumbs), { title: name, url: here }])] : []),
        ],
      };
    }
    case 'goods': {
      const description = shortened(content.subtitle.text || excerptOf(content.description));
      const pictures = content.pictures.map((picture) => absoluteUrl(picture, origin)).filter((url) => url !== '');
      return {
        title: titled(content.title.text, frame),
        description,
        picture: content.pictures[0] ?? '',
        main: <GoodsDocument content={content} frame={frame} words={words} />,
        data: [
          ...(content.price ? [product(content, content.price, description, pictures, here)] : []),
          breadcrumbs([goods, ...steps(content.crumbs), { title: content.title.text, url: here }]),
        ],
      };
    }
    case 'missing':
      return {
        ...nothing,
        title: titled(words(`site.${content.isGone ? 'gone' : 'missing'}.title`), frame),
        main: <MissingDocument content={content} frame={frame} words={words} />,
      };
    default:
      throw new Error(`no document shows ${String(content satisfies never)}`);
  }
}
