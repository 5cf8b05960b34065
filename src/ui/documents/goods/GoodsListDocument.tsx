import { IconSearch } from '@tabler/icons-react';
import { groupedCount } from '#domain/base/grouped-digits';
import { documentPath, GOODS_ORDERS, searchOfList, type GoodsOrder } from '#domain/site/document-address';
import type { CategoryEntry, DocumentFrame, GoodsListContent, Words } from '#domain/site/document-page';
import { Crumbs } from '../parts/Crumbs.tsx';
import { GoodsCards } from '../parts/GoodsCards.tsx';
import { Local } from '../parts/Local.tsx';
import { PageLinks } from '../parts/PageLinks.tsx';
import classes from './GoodsListDocument.module.css';

interface Props {
  readonly content: GoodsListContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** All goods, those of a category, or those that somebody looks for. */
export function GoodsListDocument({ content, frame, words }: Props) {
  const { category, crumbs, categories, items, query } = content;
  const { language } = frame;
  const top = { title: { text: words('site.goods.title'), isTranslated: true }, path: '/goods' };
  return (
    <div className={classes.page}>
      {category && <Crumbs crumbs={[top, ...crumbs]} language={language} words={words} />}
      <div className={classes.head}>
        <h1>{category ? <Local of={category.title} /> : words('site.goods.title')}</h1>
        <search className={classes.search}>
          <form action={documentPath(language, frame.path)}>
            <input
              type="search"
              name="q"
              defaultValue={query.words}
              maxLength={60}
              aria-label={words('site.goods.search')}
              placeholder={words('site.goods.search')}
            />
            <button type="submit" aria-label={words('site.goods.find')}>
              <IconSearch size={18} stroke={2} aria-hidden="true" />
            </button>
          </form>
        </search>
      </div>
      <div className={classes.columns}>
        <Categories categories={categories} chosen={category} language={language} words={words} />
        <div>
          <Tools content={content} frame={frame} words={words} />
          {items.length > 0 ? (
            <GoodsCards goods={items} language={language} words={words} eager={4} />
          ) : (
            <p className={classes.nothing}>{words(query.words ? 'site.goods.notFound' : 'site.goods.none')}</p>
          )}
          <Pages content={content} frame={frame} words={words} />
        </div>
      </div>
    </div>
  );
}

interface CategoryProps {
  readonly categories: readonly CategoryEntry[];
  readonly chosen: CategoryEntry | null;
  readonly language: DocumentFrame['language'];
  readonly words: Words;
}

function Categories({ categories, chosen, language, words }: CategoryProps) {
  if (categories.length === 0) return null;
  return (
    <nav className={classes.categories} aria-label={words('site.goods.categories')}>
      <ul>
        <li>
          <a href={documentPath(language, '/goods')} {...(chosen === null && { 'aria-current': 'page' as const })}>
            {words('site.goods.all')}
          </a>
        </li>
        {categories.map(({ id, title, depth }) => (
          <li key={id} data-depth={Math.min(depth, 3)}>
            <a href={documentPath(language, `/goods/category/${id}`)} {...(chosen?.id === id && { 'aria-current': 'page' as const })}>
              <Local of={title} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const orderText = (order: GoodsOrder): string => `site.goods.order.${order || 'usual'}`;

function Tools({ content: { total, query, items }, frame: { language, path }, words }: Props) {
  const hasPrices = items.some(({ price }) => price !== null);
  const orders = GOODS_ORDERS.filter((order) => hasPrices || order === '' || order === 'newest');
  return (
    <div className={classes.tools}>
      <p>{words(query.words ? 'site.goods.foundCount' : 'site.goods.count', { count: groupedCount(total), words: query.words })}</p>
      {total > 1 && (
        <ul aria-label={words('site.goods.order.label')}>
          {orders.map((order) => (
            <li key={order}>
              <a
                href={documentPath(language, path) + searchOfList({ ...query, page: 1, order })}
                {...(order === query.order && { 'aria-current': 'true' as const })}
              >
                {words(orderText(order))}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Pages({ content: { pages, query }, frame: { language, path }, words }: Props) {
  const hrefOf = (page: number): string => documentPath(language, path) + searchOfList({ ...query, page });
  return <PageLinks page={query.page} pages={pages} hrefOf={hrefOf} words={words} />;
}
