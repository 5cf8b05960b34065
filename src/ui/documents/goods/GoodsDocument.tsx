import { IconMessageCircle } from '@tabler/icons-react';
import { HTML_LANGUAGE } from '#domain/base/language';
import type { DocumentFrame, GoodsContent, Words } from '#domain/site/document-page';
import { Crumbs } from '../parts/Crumbs.tsx';
import { GoodsCards } from '../parts/GoodsCards.tsx';
import { Local } from '../parts/Local.tsx';
import { Price } from '../parts/Price.tsx';
import buttons from '../parts/buttons.module.css';
import prose from '../parts/prose.module.css';
import classes from './GoodsDocument.module.css';

interface Props {
  readonly content: GoodsContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** One of the goods, with all its pictures and words, and others beside it. */
export function GoodsDocument({ content, frame, words }: Props) {
  const { title, subtitle, pictures, price, unit, tags, availability, description, crumbs, others } = content;
  const { language, hasChat } = frame;
  const top = { title: { text: words('site.goods.title'), isTranslated: true }, path: '/goods' };
  return (
    <div className={classes.page}>
      <Crumbs crumbs={[top, ...crumbs]} language={language} words={words} />
      <article className={classes.goods}>
        <div className={classes.pictures}>
          <div className={classes.cover}>
            {pictures[0] !== undefined && <img src={pictures[0]} alt={title.text} width={800} height={600} fetchPriority="high" />}
          </div>
          {pictures.length > 1 && (
            <ul className={classes.more}>
              {pictures.slice(1).map((picture) => (
                <li key={picture}>
                  <a href={picture}>
                    <img
                      src={picture}
                      alt={words('site.goods.picture', { title: title.text })}
                      width={200}
                      height={150}
                      loading="lazy"
                      decoding="async"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className={classes.facts}>
          <h1>
            <Local of={title} />
          </h1>
          {subtitle.text !== '' && (
            <p className={classes.subtitle}>
              <Local of={subtitle} />
            </p>
          )}
          <div className={classes.price}>
            <Price price={price} language={language} words={words} />
            {price !== null && unit !== '' && <span lang={HTML_LANGUAGE['zh-cn']}>/ {unit}</span>}
          </div>
          <p className={classes.stock} data-availability={availability}>
            {words(`site.goods.availability.${availability}`)}
          </p>
          {tags.length > 0 && (
            <ul className={classes.tags} lang={HTML_LANGUAGE['zh-cn']}>
              {tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          )}
          {hasChat && (
            <a
              className={buttons.primary}
              href={`/chat?${new URLSearchParams({ q: words('site.goods.question', { title: title.text }) }).toString()}`}
            >
              <IconMessageCircle size={18} stroke={1.9} aria-hidden="true" />
              {words('site.goods.askAbout')}
            </a>
          )}
        </div>
      </article>
      {description !== '' && (
        <section className={classes.description} aria-labelledby="description">
          <h2 id="description">{words('site.goods.description')}</h2>
          <div className={prose.prose} lang={HTML_LANGUAGE['zh-cn']} dangerouslySetInnerHTML={{ __html: description }} />
        </section>
      )}
      {others.length > 0 && (
        <section className={classes.others} aria-labelledby="others">
          <h2 id="others">{words('site.goods.others')}</h2>
          <GoodsCards goods={others} language={language} words={words} />
        </section>
      )}
    </div>
  );
}
