import type { GoodsFigures } from '#machines/shell/dashboard.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { pageLanguage, t } from '../../base/i18n.ts';
import classes from './board.module.css';
import { listAddress } from '../base/list-address.ts';

type Names = Pick<GoodsFigures['categories'][number], 'name' | 'nameEn'>;

const nameOf = ({ name, nameEn }: Names): string => (pageLanguage() === 'en' && nameEn) || name;

/** A bar for each category, to be read as a list; each leads to its goods. */
export function CategoryBars({ categories }: { readonly categories: GoodsFigures['categories'] }) {
  const most = Math.max(1, ...categories.map(({ count }) => count));
  if (categories.length === 0)
    return (
      <p className={classes.word}>
        {t('dashboard.noGoods')}{' '}
        <AppLink to={listAddress('goods/goods')} className={classes.lead}>
          {t('dashboard.toGoods')}
        </AppLink>
      </p>
    );
  return (
    <ul className={classes.bars}>
      {categories.map(({ id, name, nameEn, count }) => (
        <li key={id}>
          <AppLink to={listAddress('goods/goods', { category_id: String(id) })} className={classes.bar} title={nameOf({ name, nameEn })}>
            <span className={classes.barName}>{nameOf({ name, nameEn })}</span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.fill} style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={classes.barValue}>{t('dashboard.categoryCount', { count })}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
