import { IconExternalLink, IconLinkOff } from '@tabler/icons-react';
import { isFrameable } from '#domain/base/addresses/link';
import { text } from '../../base/i18n.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import classes from './IframeView.module.css';

export interface IframeViewProps {
  readonly url: string;
  readonly title: string;
  /** In the words of the area that shows it. */
  readonly words: Readonly<Record<'refusedTitle' | 'refusedBody' | 'openOutside', string>>;
}

const ALLOWED = 'allow-scripts allow-forms allow-popups allow-downloads';

/** Another site keeps its own origin; a page of ours would climb out of the frame with it, so it gets none. */
const sandboxFor = (url: string): string => (new URL(url).origin === window.location.origin ? ALLOWED : `${ALLOWED} allow-same-origin`);

/** A page of another site in a frame that cannot reach ours: http and https only. Source: specification §2, readings 2.13. */
export function IframeView({ url, title, words }: IframeViewProps) {
  if (!isFrameable(url)) {
    return <EmptyState level={2} icon={<IconLinkOff size={24} stroke={1.5} />} title={words.refusedTitle} text={words.refusedBody} />;
  }
  return (
    <section className={classes.root} aria-label={text(title)}>
      <div className={classes.bar}>
        <span className={classes.address}>{url}</span>
        <a href={url} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={15} stroke={1.75} aria-hidden="true" />
          {words.openOutside}
        </a>
      </div>
      <iframe className={classes.frame} src={url} title={text(title)} sandbox={sandboxFor(url)} referrerPolicy="no-referrer" />
    </section>
  );
}
