import type { LedgerQuery } from '#domain/members/ledger-page';
import { reasonsOf } from '#domain/members/ledger-reasons';
import type { LedgerInput } from '#machines/members/ledger.machine';
import { t } from '../../base/i18n.ts';
import classes from './pages.module.css';

export interface LedgerFilterProps extends Pick<LedgerInput, 'kind'> {
  readonly query: LedgerQuery;
  readonly onChange: (change: Partial<LedgerQuery>) => void;
}

const SIGNS = ['', 'plus', 'minus'] as const;

/** Which entries: what added, what took, what for, and from when to when. */
export function LedgerFilter({ kind, query, onChange }: LedgerFilterProps) {
  return (
    <div className={classes.filter}>
      <fieldset className={classes.segments}>
        <legend className={classes.quiet}>{t('memberPages.ledger.show')}</legend>
        {SIGNS.map((sign) => (
          <label key={sign}>
            <input type="radio" name="sign" checked={query.sign === sign} onChange={() => onChange({ sign })} />
            <span>{t(`memberPages.ledger.${sign || 'all'}`)}</span>
          </label>
        ))}
      </fieldset>
      <label className={classes.day}>
        <span>{t('memberPages.ledger.reason')}</span>
        <select value={query.reason} onChange={({ currentTarget: { value } }) => onChange({ reason: value as LedgerQuery['reason'] })}>
          <option value="">{t('memberPages.ledger.all')}</option>
          {reasonsOf(kind).map((reason) => (
            <option key={reason} value={reason}>
              {t(`memberPages.ledger.reasons.${reason}`)}
            </option>
          ))}
        </select>
      </label>
      <span className={classes.days}>
        {(['from', 'to'] as const).map((bound) => (
          <label key={bound} className={classes.day}>
            <span>{t(`memberPages.ledger.${bound}`)}</span>
            <input
              key={query[bound]}
              type="date"
              defaultValue={query[bound]}
              max={bound === 'from' ? query.to : undefined}
              min={bound === 'to' ? query.from : undefined}
              onChange={({ currentTarget: { value } }) => onChange({ [bound]: value })}
            />
          </label>
        ))}
      </span>
    </div>
  );
}
