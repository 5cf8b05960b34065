import { HTML_LANGUAGE } from '#domain/base/language';
import type { DocumentPage, Words } from '#domain/site/document-page';
import { documentPartsOf } from './content.tsx';
import { DocumentHead, type DocumentFiles } from './DocumentHead.tsx';
import classes from './Document.module.css';
import { Footer } from './parts/Footer.tsx';
import { Header } from './parts/Header.tsx';

export interface DocumentProps {
  readonly page: DocumentPage;
  readonly words: Words;
  readonly files: DocumentFiles;
}

/** A whole page as the server sends it. It is the same for everybody: what depends on the reader is done by the scripts it names. */
export function Document({ page, words, files }: DocumentProps) {
  const { frame, content } = page;
  const { title, description, picture, main, data } = documentPartsOf(content, frame, words);
  return (
    <html lang={HTML_LANGUAGE[frame.language]}>
      <DocumentHead frame={frame} title={title} description={description} picture={picture || frame.shareImage} data={data} files={files} />
      <body>
        {frame.isPreview && <p className={classes.preview}>{words('site.preview')}</p>}
        <Header frame={frame} words={words} />
        <main id="content">{main}</main>
        <Footer frame={frame} words={words} />
      </body>
    </html>
  );
}
