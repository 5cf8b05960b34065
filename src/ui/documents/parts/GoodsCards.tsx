import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, GoodsCard, Words } from '#domain/site/document-page';
import { Local } from './Local.tsx';
import { Price } from './Price.tsx';
import classes from './GoodsCards.module.css';

export interface GoodsCardsProps {
  readonly goods: readonly GoodsCard[];
  readonly language: DocumentFrame['language'];
  readonly words: Words;
  /** So many at the beginning are seen at once, and their pictures come at once. */
  readonly eager?: number;
}

/** Goods beside each other; the whole card leads there. */
export function GoodsCards({ goods, language, words, eager = 0 }: GoodsCardsProps) {
  return (
    <ul className={classes.list}>
      {goods.map(({ id, title, subtitle, picture, price }, index) => (
        <li key={id} className={classes.card}>
          <div className={classes.frame}>
            {picture !== '' && (
              <img src={picture} alt="" width={400} height={300} loading={index < eager ? 'eager' : 'lazy'} decoding="async" />
            )}
          </div>
          <h3>
            <a href={documentPath(language, `/goods/${id}`)}>
              <Local of={title} />
            </a>
          </h3>
          {subtitle.text !== '' && (
            <p className={classes.subtitle}>
              <Local of={subtitle} />
            </p>
          )}
          <Price price={price} language={language} words={words} />
        </li>
      ))}
    </ul>
  );
}
