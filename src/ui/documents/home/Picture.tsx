import type { DocumentFrame, Words } from '#domain/site/document-page';
import classes from './Picture.module.css';

const WIDTH = 1440;
const HEIGHT = 900;

interface PictureProps {
  readonly name: 'table' | 'timeline' | 'live';
  readonly language: DocumentFrame['language'];
  readonly words: Words;
  /** Seen at once, and so fetched at once. */
  readonly isFirst?: boolean;
}

/**
 * The product as it looks, in the page's language and in its colours: of the two only the one that is shown is fetched. The pictures come from
 * the running product (`npm run pictures`).
 */
export const Picture = ({ name, language, words, isFirst = false }: PictureProps) => (
  <figure className={classes.frame}>
    {(['light', 'dark'] as const).map((scheme) => (
      <img
        key={scheme}
        className={classes[scheme]}
        src={`/pictures/${name}-${language}-${scheme}.webp`}
        alt={words(`site.home.picture.${name}`)}
        width={WIDTH}
        height={HEIGHT}
        loading="lazy"
        decoding="async"
        {...(isFirst && { fetchPriority: 'high' as const })}
      />
    ))}
  </figure>
);
