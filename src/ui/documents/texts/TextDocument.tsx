import { HTML_LANGUAGE } from '#domain/base/language';
import type { DocumentFrame, NoticeContent, PageContent, Words } from '#domain/site/document-page';
import { Crumbs } from '../parts/Crumbs.tsx';
import { Day } from '../parts/Day.tsx';
import { Local } from '../parts/Local.tsx';
import prose from '../parts/prose.module.css';
import classes from './texts.module.css';

interface Props {
  readonly content: NoticeContent | PageContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** A notice or a page: a title and a text. */
export function TextDocument({ content, frame: { language }, words }: Props) {
  const { title, body } = content;
  return (
    <article className={classes.page}>
      {content.kind === 'notice' && (
        <Crumbs
          crumbs={[{ title: { text: words('site.notices.title'), isTranslated: true }, path: '/notices' }]}
          language={language}
          words={words}
        />
      )}
      <h1 className={classes.title}>
        <Local of={title} />
      </h1>
      {content.kind === 'notice' && (
        <p className={classes.soft}>
          <Day of={content.day} language={language} />
        </p>
      )}
      <div
        className={`${prose.prose} ${classes.body}`}
        {...(!body.isTranslated && { lang: HTML_LANGUAGE['zh-cn'] })}
        dangerouslySetInnerHTML={{ __html: body.text }}
      />
    </article>
  );
}
