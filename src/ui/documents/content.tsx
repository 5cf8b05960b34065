import type { ReactNode } from 'react';
import { richTextExcerpt } from '#domain/fields/rich-text-excerpt';
import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentContent, DocumentFrame, Words } from '#domain/site/document-page';
import { GoodsDocument } from './goods/GoodsDocument.tsx';
import { GoodsListDocument } from './goods/GoodsListDocument.tsx';
import { HelpArticleDocument } from './help/HelpArticleDocument.tsx';
import { HelpListDocument } from './help/HelpListDocument.tsx';
import { HomeDocument } from './home/HomeDocument.tsx';
import { MissingDocument } from './MissingDocument.tsx';
import { absoluteUrl } from './parts/absolute-url.ts';
import { article, breadcrumbs, itemList, organization, product, webSite, type LinkedData } from './parts/linked-data.ts';
import { ModuleArticleDocument } from './modules/ModuleArticleDocument.tsx';
import { ModuleFormDocument } from './modules/ModuleFormDocument.tsx';
import { ModuleListDocument } from './modules/ModuleListDocument.tsx';
import { NoticesDocument } from './texts/NoticesDocument.tsx';
import { TextDocument } from './texts/TextDocument.tsx';

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

/** Of a cleaned text, whose attributes stand in double quotes. */
const firstPicture = (html: string): string => /<img src="([^"&]+)"/u.exec(html)?.[1] ?? '';

export function documentPartsOf(content: DocumentContent, frame: DocumentFrame, words: Words): DocumentParts {
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
      const description = shortened(content.subtitle.text || richTextExcerpt(content.description));
      const pictures = content.pictures.map((picture) => absoluteUrl(picture, origin)).filter((url) => url !== '');
      return {
        title: titled(content.title.text, frame),
        description,
        picture: content.pictures[0] ?? '',
        main: <GoodsDocument content={content} frame={frame} words={words} />,
        data: [
          ...(content.price?.currency ? [product(content, content.price, description, pictures, here)] : []),
          breadcrumbs([goods, ...steps(content.crumbs), { title: content.title.text, url: here }]),
        ],
      };
    }
    case 'notices':
      return {
        ...nothing,
        title: titled(words('site.notices.title'), frame),
        description: words('site.notices.description', { site: siteName }),
        main: <NoticesDocument content={content} frame={frame} words={words} />,
        data: [itemList(content.items.map(({ title, id }) => ({ title: title.text, url: urlOf(`/notices/${id}`) })))],
      };
    case 'notice':
    case 'page': {
      const title = content.title.text;
      const news = { title: words('site.notices.title'), url: urlOf('/notices') };
      return {
        title: titled(title, frame),
        description: shortened(richTextExcerpt(content.body.text)),
        picture: firstPicture(content.body.text),
        main: <TextDocument content={content} frame={frame} words={words} />,
        data: content.kind === 'notice' ? [article(content, siteName, here), breadcrumbs([news, { title, url: here }])] : [],
      };
    }
    case 'help':
      return {
        ...nothing,
        title: titled(words('site.help.title'), frame),
        description: words('site.help.description', { site: siteName }),
        main: <HelpListDocument content={content} frame={frame} words={words} />,
        data: [itemList(content.items.map(({ title, slug }) => ({ title, url: urlOf(`/help/${slug}`) })))],
      };
    case 'helpArticle':
      return {
        ...nothing,
        title: titled(content.title, frame),
        description: shortened(content.description),
        main: <HelpArticleDocument content={content} frame={frame} words={words} />,
        data: [
          breadcrumbs([
            { title: words('site.help.title'), url: urlOf('/help') },
            { title: content.title, url: here },
          ]),
        ],
      };
    case 'moduleList':
      return {
        ...nothing,
        title: titled(content.title, frame),
        description: shortened(content.intro),
        main: <ModuleListDocument content={content} frame={frame} words={words} />,
        data: [itemList(content.items.flatMap(({ title, path }) => (path === '' ? [] : [{ title: title.text, url: urlOf(path) }])))],
      };
    case 'moduleArticle':
      return {
        ...nothing,
        title: titled(content.title.text, frame),
        description: shortened(richTextExcerpt(content.body.text)),
        picture: content.picture || firstPicture(content.body.text),
        main: <ModuleArticleDocument content={content} frame={frame} words={words} />,
        data: [breadcrumbs([...steps(content.crumbs), { title: content.title.text, url: here }])],
      };
    case 'moduleForm':
      return {
        ...nothing,
        title: titled(content.title.text, frame),
        description: shortened(content.intro.text),
        main: <ModuleFormDocument content={content} frame={frame} words={words} />,
      };
    case 'missing':
      return {
        ...nothing,
        title: titled(words(`site.${content.reason}.title`), frame),
        main: <MissingDocument content={content} frame={frame} words={words} />,
      };
    default:
      throw new Error(`no document shows ${String(content satisfies never)}`);
  }
}
