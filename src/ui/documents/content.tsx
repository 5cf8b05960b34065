import type { ReactNode } from 'react';
import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentContent, DocumentFrame, Words } from '#domain/site/document-page';
import { HomeDocument } from './home/HomeDocument.tsx';
import { organization, webSite, type LinkedData } from './parts/linked-data.ts';

/** What a kind of document fills the page with. */
export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  readonly main: ReactNode;
  readonly data: readonly LinkedData[];
}

const titled = (title: string, { siteName }: DocumentFrame): string => `${title} - ${siteName}`;

export function contentOf(content: DocumentContent, frame: DocumentFrame, words: Words): DocumentParts {
  const { language, origin, siteName, siteLogo } = frame;
  const home = origin + documentPath(language, '/');
  switch (content.kind) {
    case 'home':
      return {
        title: titled(words('site.home.title'), frame),
        description: words('site.home.description', { site: siteName }),
        main: <HomeDocument frame={frame} words={words} />,
        data: [
          organization(siteName, home, new URL(siteLogo || '/logo.svg', origin).href),
          webSite(siteName, home, HTML_LANGUAGE[language]),
        ],
      };
    default:
      throw new Error(`no document shows ${String(content.kind satisfies never)}`);
  }
}
