import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { isOwnPath } from '#domain/base/addresses/link';
import { slugOfLink } from '#domain/help/article';
import { selectArticle, selectDepth, selectHelpIsOpening, type HelpRef } from '#machines/help/help.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import type { DrawLink } from '../markdown/draw-node.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { takeFocus } from '../take-focus.ts';
import classes from './help.module.css';
import { Waiting } from './Waiting.tsx';

interface HelpArticleProps {
  readonly actor: HelpRef;
  /** The page that is shown. */
  readonly path: string;
  readonly onLeave: (() => void) | undefined;
}

/** Pages that anybody may open from the help; signing in again is nobody's wish. */
const isWorthOpening = (route: string, path: string): boolean => route !== path && /^\/(?:admin|user|dev)\/(?!login$)/u.test(route);

/** One article; links to others open here, links to pages beside it. */
export function HelpArticleView({ actor, path, onLeave }: HelpArticleProps) {
  const article = useSelector(actor, selectArticle);
  const depth = useSelector(actor, selectDepth);
  const link = useMemo((): DrawLink => drawLink(actor, onLeave), [actor, onLeave]);
  const isComing = useSelector(actor, selectHelpIsOpening);
  if (isComing) return <Waiting />;
  if (!article) return null;
  return (
    <article key={`${depth} ${article.slug}`} className={classes.text}>
      <h2 ref={takeFocus} tabIndex={-1} className={classes.title}>
        {article.title}
      </h2>
      <Markdown text={article.body} link={link} firstHeading={2} />
      {isWorthOpening(article.route, path) && (
        <AppLink to={article.route} onClick={onLeave}>
          {t('help.openPage')}
        </AppLink>
      )}
    </article>
  );
}

const drawLink =
  (actor: HelpRef, onLeave: (() => void) | undefined): DrawLink =>
  (href, children, key) => {
    const slug = slugOfLink(href);
    if (slug !== null)
      return (
        <button key={key} type="button" className={classes.link} onClick={() => actor.send({ type: 'help.articleChosen', slug })}>
          {children}
        </button>
      );
    if (isOwnPath(href))
      return (
        <AppLink key={key} to={href} onClick={onLeave}>
          {children}
        </AppLink>
      );
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  };
