import { HTML_LANGUAGE } from '#domain/base/language';
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame } from '#domain/site/document-page';
import { absoluteUrl } from './parts/absolute-url.ts';
import { HEAD_SCRIPT } from './parts/head-script.ts';
import { jsonForHtml, type LinkedData } from './parts/linked-data.ts';

/** Parts of the build that each document carries or names. */
export interface DocumentFiles {
  /** The text of the styles: a few kilobytes that stand in the page itself cost less than waiting for a second reply. */
  readonly styles: string;
  /** Address of the script, which the one in the head brings after the first painting. */
  readonly script: string;
}

export interface DocumentHeadProps {
  readonly frame: DocumentFrame;
  readonly title: string;
  readonly description: string;
  /** For cards; path or address, or empty. */
  readonly picture: string;
  readonly data: readonly LinkedData[];
  readonly files: DocumentFiles;
}

const OPEN_GRAPH_LOCALE = { 'zh-cn': 'zh_CN', en: 'en_US' } as const;

/** Title, what search engines and cards for sharing read, and the parts of the build. The languages are named here alone. */
export function DocumentHead({ frame, title, description, picture, data, files }: DocumentHeadProps) {
  const { language, origin, path, search, languages, siteName, isIndexed, verifications } = frame;
  const urlIn = (one: DocumentFrame['language']): string => origin + documentPath(one, path) + search;
  const pictureUrl = picture && absoluteUrl(picture, origin);
  const others = languages.filter((one) => one !== language);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
      <style dangerouslySetInnerHTML={{ __html: files.styles }} />
      <meta name="script" content={files.script} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#f5f5f2" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#101312" media="(prefers-color-scheme: dark)" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {description !== '' && <meta name="description" content={description} />}
      {!isIndexed && <meta name="robots" content="noindex" />}
      {languages.length > 0 && <link rel="canonical" href={urlIn(languages.includes(language) ? language : (languages[0] ?? language))} />}
      {others.length > 0 && languages.map((one) => <link key={one} rel="alternate" hrefLang={HTML_LANGUAGE[one]} href={urlIn(one)} />)}
      {others.length > 0 && <link rel="alternate" hrefLang="x-default" href={urlIn('zh-cn')} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      {description !== '' && <meta property="og:description" content={description} />}
      {origin !== '' && <meta property="og:url" content={urlIn(language)} />}
      <meta property="og:locale" content={OPEN_GRAPH_LOCALE[language]} />
      {others.map((one) => (
        <meta key={one} property="og:locale:alternate" content={OPEN_GRAPH_LOCALE[one]} />
      ))}
      {pictureUrl !== '' && <meta property="og:image" content={pictureUrl} />}
      <meta name="twitter:card" content={pictureUrl === '' ? 'summary' : 'summary_large_image'} />
      {verifications.map(([name, content]) => (
        <meta key={name} name={name} content={content} />
      ))}
      {data.map((one) => (
        <script key={one['@type']} type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonForHtml(one) }} />
      ))}
    </head>
  );
}
