import type { LedgerQuery } from '#domain/members/ledger-page';
import { t } from '../../base/i18n.ts';
import classes from './pages.module.css';

export interface LedgerFilterProps {
  readonly query: LedgerQuery;
  readonly onChange: (change: Partial<LedgerQuery>) => void;
}

const SIGNS = ['', 'plus', 'minus'] as const;

/** Which entries: what added, what took, and from when to when. */
export function LedgerFilter({ query, onChange }: LedgerFilterProps) {
  return (
    <div className={classes.filter}>
      <fieldset className={classes.segments}>
        <legend className={classes.quiet}>{t('member.ledger.show')}</legend>
        {SIGNS.map((sign) => (
          <label key={sign}>
            <input type="radio" name="sign" checked={query.sign === sign} onChange={() => onChange({ sign })} />
            <span>{t(`member.ledger.${sign || 'all'}`)}</span>
          </label>
        ))}
      </fieldset>
      {(['from', 'to'] as const).map((bound) => (
        <label key={bound} className={classes.day}>
          <span>{t(`member.ledger.${bound}`)}</span>
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
    </div>
  );
}
