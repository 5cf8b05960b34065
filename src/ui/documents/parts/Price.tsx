import type { DocumentFrame, GoodsPrice, Words } from '#domain/site/document-page';
import { HTML_LANGUAGE } from '#domain/base/language';
import classes from './Price.module.css';

const amount = (cents: number, currency: string, language: DocumentFrame['language']): string =>
  new Intl.NumberFormat(HTML_LANGUAGE[language], {
    ...(currency ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(cents / 100);

/** What goods cost, or that it is to be asked for. */
export function Price({
  price,
  language,
  words,
}: {
  readonly price: GoodsPrice | null;
  readonly language: DocumentFrame['language'];
  readonly words: Words;
}) {
  if (price === null) return <p className={classes.ask}>{words('site.goods.ask')}</p>;
  return (
    <p className={classes.price}>
      <span>{amount(price.cents, price.currency, language)}</span>
      {price.listCents !== null && (
        <s>
          <span className={classes.quiet}>{words('site.goods.listPrice')} </span>
          {amount(price.listCents, price.currency, language)}
        </s>
      )}
    </p>
  );
}
