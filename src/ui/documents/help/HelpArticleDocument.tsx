import type { ReactNode } from 'react';
import { isOwnPath } from '#domain/base/addresses/link';
import { slugOfLink } from '#domain/help/article';
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, HelpArticleContent, Words } from '#domain/site/document-page';
import { drawNode, type DrawLink } from '../../kit/markdown/draw-node.tsx';
import { parseBlock } from '../../kit/markdown/parse-block.ts';
import { splitBlocks } from '../../kit/markdown/split-blocks.ts';
import { Crumbs } from '../parts/Crumbs.tsx';
import prose from '../parts/prose.module.css';
import texts from '../texts/texts.module.css';
import classes from './help.module.css';
import { HelpEntries } from './HelpEntries.tsx';

interface Props {
  readonly content: HelpArticleContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** An article of the help; of its links those remain that lead a visitor somewhere. */
export function HelpArticleDocument({ content: { title, body, open, others }, frame: { language }, words }: Props) {
  const top = { title: { text: words('site.help.title'), isTranslated: true }, path: '/help' };
  const link: DrawLink = (href, children, key) => {
    const slug = slugOfLink(href);
    if (slug !== null)
      return open.includes(slug) ? (
        <a key={key} href={documentPath(language, `/help/${slug}`)}>
          {children}
        </a>
      ) : (
        <span key={key}>{children}</span>
      );
    return (
      <a key={key} href={href} {...(!isOwnPath(href) && { target: '_blank', rel: 'noopener noreferrer nofollow' })}>
        {children}
      </a>
    );
  };
  const options = { link, firstHeading: 2, isOwnPicture: () => false } as const;
  return (
    <div className={texts.page}>
      <Crumbs crumbs={[top]} language={language} words={words} />
      <article>
        <h1 className={texts.title}>{title}</h1>
        <div className={`${prose.prose} ${texts.body}`}>
          {splitBlocks(body).map((block, index): ReactNode => drawNode(parseBlock(block), `m${index}`, options))}
        </div>
      </article>
      {others.length > 0 && (
        <section className={classes.others} aria-labelledby="others">
          <h2 id="others">{words('site.help.others')}</h2>
          <HelpEntries items={others} heading="h3" language={language} />
        </section>
      )}
    </div>
  );
}
