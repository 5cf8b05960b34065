import '../../base/styles/selects.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { groupedCount } from '#domain/base/grouped-digits';
import { PAGE_SIZES } from '#domain/table/resource-query';
import { selectPageCount, selectQuery, selectTotal, type CollectionRef } from '#machines/table/collection.selectors';
import { t } from '../../base/i18n.ts';
import { pageNumbers } from './base/page-numbers.ts';
import classes from './pager.module.css';

/** Total, rows per page, and the pages, on which rows can be dropped. Plain elements: it is part of every list. */
export function Pager({ collection }: { readonly collection: CollectionRef }) {
  const total = useSelector(collection, selectTotal);
  const pages = useSelector(collection, selectPageCount);
  const { page, limit } = useSelector(collection, selectQuery);
  const go = (to: number) => collection.send({ type: 'collection.pageChosen', page: to });
  const sizes = PAGE_SIZES.includes(limit) ? PAGE_SIZES : [...PAGE_SIZES, limit].sort((a, b) => a - b);
  return (
    <nav className={classes.pager} aria-label={t('resources.kit.table.pages')}>
      <span className={classes.total}>{t('resources.kit.table.total', { count: groupedCount(total) })}</span>
      <select
        className={classes.size}
        aria-label={t('resources.kit.table.perPage')}
        value={limit}
        onChange={(event) => collection.send({ type: 'collection.pageSizeChosen', limit: Number(event.currentTarget.value) })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t('resources.kit.table.perPageOption', { count: size })}
          </option>
        ))}
      </select>
      <span className={classes.pages}>
        <button
          type="button"
          className={classes.page}
          aria-label={t('resources.kit.table.previous')}
          data-page={page - 1}
          disabled={page <= 1}
          onClick={() => go(page - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </button>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <span key={`gap-${index}`} className={classes.gap} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={classes.page}
              aria-current={number === page ? 'page' : undefined}
              data-page={number === page ? undefined : number}
              aria-label={t('resources.kit.table.page', { page: number, pages })}
              onClick={() => go(number)}
            >
              {number}
            </button>
          ),
        )}
        <button
          type="button"
          className={classes.page}
          aria-label={t('resources.kit.table.next')}
          data-page={page + 1}
          disabled={page >= pages}
          onClick={() => go(page + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
      </span>
    </nav>
  );
}
