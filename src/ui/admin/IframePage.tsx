import { IconExternalLink, IconLinkOff } from '@tabler/icons-react';
import { isFrameable } from '#domain/link';
import { t, text } from '../app/i18n.ts';
import { EmptyState } from '../kit/EmptyState.tsx';
import classes from './IframePage.module.css';

export interface IframePageProps {
  readonly url: string;
  readonly title: string;
}

/** A page of another site in a frame that cannot reach ours: http and https only. Source: specification §2, readings 2.13. */
export function IframePage({ url, title }: IframePageProps) {
  if (!isFrameable(url)) {
    return (
      <EmptyState
        level={2}
        icon={<IconLinkOff size={24} stroke={1.5} />}
        title={t('admin.iframe.refusedTitle')}
        text={t('admin.iframe.refusedBody')}
      />
    );
  }
  return (
    <section className={classes.root} aria-label={text(title)}>
      <div className={classes.bar}>
        <span className={classes.address}>{url}</span>
        <a href={url} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={15} stroke={1.75} aria-hidden="true" />
          {t('admin.iframe.openOutside')}
        </a>
      </div>
      <iframe
        className={classes.frame}
        src={url}
        title={text(title)}
        sandbox="allow-scripts allow-forms allow-popups allow-same-origin allow-downloads"
        referrerPolicy="no-referrer"
      />
    </section>
  );
}
