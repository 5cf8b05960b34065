import type { LedgerKind } from '#domain/members/ledger-reasons';
import type { LedgerEntry } from '#machines/members/ledger.machine';
import { t } from '../../base/i18n.ts';
import { timeAttribute, timeText, timeTip } from '../../kit/cells/time-text.ts';
import { changedAmount, plainAmount, useMoneyChange, useMoneyText } from '../base/use-amount.ts';
import classes from './pages.module.css';

/** A statement: on a narrow screen each entry is two lines, what it was for with its amount over when it was with what was left. */
export function LedgerTable({ kind, entries }: { readonly kind: LedgerKind; readonly entries: readonly LedgerEntry[] }) {
  const [moneyText, moneyChange] = [useMoneyText(), useMoneyChange()];
  const [amountOf, changeOf] = kind === 'money' ? [moneyText, moneyChange] : [plainAmount, changedAmount];
  const names = {
    time: t('memberPages.ledger.time'),
    memo: t('memberPages.ledger.memo'),
    amount: t('memberPages.ledger.amount'),
    before: t('memberPages.ledger.before'),
    after: t('memberPages.ledger.after'),
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{names.time}</th>
          <th scope="col">{names.memo}</th>
          <th scope="col" data-number>
            {names.amount}
          </th>
          <th scope="col" data-number>
            {names.before}
          </th>
          <th scope="col" data-number>
            {names.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, createTime, memo, amount, before, after }) => (
          <tr key={id}>
            <td data-name={names.time} className={classes.when}>
              <time dateTime={timeAttribute(createTime)} title={timeTip(createTime) ?? undefined}>
                {timeText(createTime)?.slice(0, -3)}
              </time>
            </td>
            <td data-name={names.memo} className={classes.memo}>
              {memo || t('memberPages.ledger.noMemo')}
            </td>
            <td data-name={names.amount} data-number data-sign={amount.startsWith('-') ? 'minus' : 'plus'}>
              {changeOf(amount)}
            </td>
            <td data-name={names.before} data-number className={classes.start}>
              {amountOf(before)}
            </td>
            <td data-name={names.after} data-number className={classes.result}>
              {amountOf(after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
