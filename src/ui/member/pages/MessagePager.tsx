import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { t } from '../../base/i18n.ts';
import classes from './pages.module.css';

export interface MessagePagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** The way through the messages, where there are more than one page of them. */
export function MessagePager({ page, pages, onPage }: MessagePagerProps) {
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav className={classes.pager} aria-label={t('memberPages.messages.pages')}>
      <span className={classes.turn}>
        <button
          type="button"
          aria-label={t('memberPages.ledger.previous')}
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, pages))}
        >
          <IconChevronLeft size={16} aria-hidden="true" />
        </button>
        <output>{t('memberPages.ledger.pageOf', { page, pages })}</output>
        <button type="button" aria-label={t('memberPages.ledger.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </span>
    </nav>
  );
}
