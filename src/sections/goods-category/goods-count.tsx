import { AppLink } from '#ui/base/AppLink.tsx';
import { text } from '#ui/base/i18n.ts';
import { listAddress } from '#ui/admin/base/list-address.ts';
import type { CellProps } from '#ui/kit/cells/cell.ts';
import { groupedCount } from '#domain/base/grouped-digits';
import classes from './goods-count.module.css';

/** How many goods are in the category, with the way to them. Of none nothing is said. */
export function goodsCount({ record, title }: CellProps) {
  const count = record['namedBy'];
  if (typeof count !== 'number' || count === 0) return null;
  return (
    <AppLink
      className={classes.count}
      to={listAddress('goods/goods', { category_id: String(record['id']) })}
      aria-label={text('resources.goodsCategory.goodsOf', { count, title })}
    >
      {text('resources.goodsCategory.goods', { count: groupedCount(count) })}
    </AppLink>
  );
}
