import { useLayoutEffect, useRef } from 'react';
import { isLedgerDay, type LedgerQuery } from '#domain/members/ledger-page';
import { reasonsOf } from '#domain/members/ledger-reasons';
import type { LedgerInput } from '#machines/members/ledger.machine';
import { t } from '../../base/i18n.ts';
import classes from './pages.module.css';

export interface LedgerFilterProps extends Pick<LedgerInput, 'kind'> {
  readonly query: LedgerQuery;
  readonly onChange: (change: Partial<LedgerQuery>) => void;
}

const SIGNS = ['', 'plus', 'minus'] as const;

/** On paper stands only what was chosen: what was not says nothing of the entries below it. */
const unset = (chosen: string): object => (chosen === '' ? { 'data-unset': true } : {});

/** Which entries: what added, what took, what for, and from when to when. */
export function LedgerFilter({ kind, query, onChange }: LedgerFilterProps) {
  return (
    <div className={classes.filter} data-filter>
      <fieldset className={classes.segments} {...unset(query.sign)}>
        <legend className={classes.quiet}>{t('memberPages.ledger.show')}</legend>
        {SIGNS.map((sign) => (
          <label key={sign}>
            <input type="radio" name="sign" checked={query.sign === sign} onChange={() => onChange({ sign })} />
            <span>{t(`memberPages.ledger.${sign || 'all'}`)}</span>
          </label>
        ))}
      </fieldset>
      <label className={classes.day} {...unset(query.reason)}>
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
          <label key={bound} className={classes.day} {...unset(query[bound])}>
            <span>{t(`memberPages.ledger.${bound}`)}</span>
            <Day
              day={query[bound]}
              max={bound === 'from' ? query.to : ''}
              min={bound === 'to' ? query.from : ''}
              onChange={(day) => onChange({ [bound]: day })}
            />
          </label>
        ))}
      </span>
    </div>
  );
}

interface DayProps {
  readonly day: string;
  readonly min: string;
  readonly max: string;
  readonly onChange: (day: string) => void;
}

/** Keeps its own text while somebody is in it: a day of which a part is typed is none to the browser, and would be gone with each digit. */
function Day({ day, min, max, onChange }: DayProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = day;
  }, [day]);
  return (
    <input
      ref={input}
      type="date"
      defaultValue={day}
      min={min || '1900-01-01'}
      max={max || '9999-12-31'}
      onChange={({ currentTarget: { value, validity } }) => {
        if (isLedgerDay(value) || (value === '' && !validity.badInput)) onChange(value);
      }}
      onBlur={({ currentTarget }) => {
        // Whoever empties a field part by part is told of as nothing new by the browser. Half a day is no bound: the field says what the list shows.
        if (currentTarget.value === '' && !currentTarget.validity.badInput && day !== '') onChange('');
        else currentTarget.value = day;
      }}
    />
  );
}
