import { HTML_LANGUAGE } from '#domain/base/language';
import type { DocumentFrame, ModuleArticleContent, Words } from '#domain/site/document-page';
import { Crumbs } from '../parts/Crumbs.tsx';
import { Day } from '../parts/Day.tsx';
import { Local } from '../parts/Local.tsx';
import prose from '../parts/prose.module.css';
import texts from '../texts/texts.module.css';
import classes from './modules.module.css';

interface Props {
  readonly content: ModuleArticleContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** One record of a module: a title, a picture and a text. */
export function ModuleArticleDocument({ content: { title, body, picture, day, crumbs }, frame: { language }, words }: Props) {
  return (
    <article className={texts.page}>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} language={language} words={words} />}
      <h1 className={texts.title}>
        <Local of={title} />
      </h1>
      {day !== '' && (
        <p className={texts.soft}>
          <Day of={day} language={language} />
        </p>
      )}
      {picture !== '' && <img className={classes.lead} src={picture} alt="" width={760} height={428} />}
      <div
        className={`${prose.prose} ${texts.body}`}
        {...(!body.isTranslated && { lang: HTML_LANGUAGE['zh-cn'] })}
        dangerouslySetInnerHTML={{ __html: body.text }}
      />
    </article>
  );
}
