import { groupedCount } from '#domain/base/grouped-digits';
import { textFromCents } from '#domain/base/money';
import type { PercentRehearsal } from '#domain/table/percent';
import type { Resource } from '#domain/table/resource';
import { t } from '../../../base/i18n.ts';
import { readableAmount } from '../../cells/number-cell.tsx';
import { fieldLabel } from '../../resource-texts.ts';
import { useCurrencySign } from '../../use-currency-sign.ts';
import classes from './bulk.module.css';

interface RehearsedChangeProps {
  readonly resource: Resource;
  readonly rehearsal: PercentRehearsal;
}

/** What a change by percent would do: the first records one by one, and what all of them come to. */
export function RehearsedChange({ resource, rehearsal: { rows, sums } }: RehearsedChangeProps) {
  const sign = useCurrencySign();
  const amount = (field: string, value: number): string =>
    resource.fields[field]?.kind === 'money' ? readableAmount(textFromCents(value), sign) : readableAmount(String(value));
  const hasSeveral = sums.length > 1;
  return (
    <div className={classes.rehearsed} data-scroller>
      <table>
        <caption>{t('tables.percent.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('tables.percent.record')}</th>
            <th scope="col">{t('tables.percent.before')}</th>
            <th scope="col">{t('tables.percent.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, field, before, after }) => (
            <tr key={`${id} ${field}`}>
              <th scope="row">
                {title || `#${id}`}
                {hasSeveral && <small>{fieldLabel(resource, field)}</small>}
              </th>
              <td>{amount(field, before)}</td>
              <td>{amount(field, after)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ field, count, before, after }) => (
            <tr key={field}>
              <th scope="row">{t('tables.percent.sum', { field: fieldLabel(resource, field), count: groupedCount(count) })}</th>
              <td>{amount(field, before)}</td>
              <td>{amount(field, after)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}
