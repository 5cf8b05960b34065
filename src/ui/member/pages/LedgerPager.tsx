import '../../base/styles/selects.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { groupedCount } from '#domain/base/grouped-digits';
import { LEDGER_LIMITS, pageCount, type LedgerQuery } from '#domain/members/ledger-page';
import { t } from '../../base/i18n.ts';
import classes from './pages.module.css';

export interface LedgerPagerProps {
  readonly query: LedgerQuery;
  readonly total: number;
  readonly onChange: (change: Partial<LedgerQuery>) => void;
}

/** How many there are, how many at once, and the way through them. */
export function LedgerPager({ query: { page, limit }, total, onChange }: LedgerPagerProps) {
  const pages = pageCount(total, limit);
  return (
    <nav className={classes.pager} aria-label={t('memberPages.ledger.pages')}>
      <span>{t('memberPages.ledger.total', { count: groupedCount(total) })}</span>
      <select
        aria-label={t('memberPages.ledger.perPage')}
        value={limit}
        onChange={({ currentTarget: { value } }) => onChange({ limit: Number(value) })}
      >
        {LEDGER_LIMITS.map((size) => (
          <option key={size} value={size}>
            {t('memberPages.ledger.perPageOption', { count: size })}
          </option>
        ))}
      </select>
      {pages > 1 && (
        <span className={classes.turn}>
          <button
            type="button"
            aria-label={t('memberPages.ledger.previous')}
            disabled={page <= 1}
            onClick={() => onChange({ page: Math.min(page - 1, pages) })}
          >
            <IconChevronLeft size={16} aria-hidden="true" />
          </button>
          <output>{t('memberPages.ledger.pageOf', { page, pages })}</output>
          <button
            type="button"
            aria-label={t('memberPages.ledger.next')}
            disabled={page >= pages}
            onClick={() => onChange({ page: page + 1 })}
          >
            <IconChevronRight size={16} aria-hidden="true" />
          </button>
        </span>
      )}
    </nav>
  );
}
