import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, MissingContent, Words } from '#domain/site/document-page';
import buttons from './parts/buttons.module.css';
import classes from './MissingDocument.module.css';

/** Nothing is here, or nothing any more. */
export function MissingDocument({
  content,
  frame,
  words,
}: {
  readonly content: MissingContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}) {
  const { reason } = content;
  return (
    <section className={classes.missing}>
      <p className={classes.code}>{reason === 'missing' ? 404 : 410}</p>
      <h1>{words(`site.${reason}.title`)}</h1>
      <p>{words(`site.${reason}.text`)}</p>
      <div className={classes.actions}>
        <a className={buttons.primary} href={documentPath(frame.language, '/')}>
          {words('site.toHome')}
        </a>
        {frame.hasGoods && (
          <a className={buttons.secondary} href={documentPath(frame.language, '/goods')}>
            {words('site.goods.all')}
          </a>
        )}
      </div>
    </section>
  );
}
