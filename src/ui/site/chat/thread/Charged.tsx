import { t } from '../../../base/i18n.ts';
import classes from '../base/messages.module.css';

/** What its member has paid for an answer: points, and cents. */
export function Charged({ score, money }: { readonly score: number; readonly money: number }) {
  return (
    <>
      {score > 0 && <span className={classes.cost}>{t('chatWindows.charge.paidScore', { amount: score })}</span>}
      {money > 0 && <span className={classes.cost}>{t('chatWindows.charge.paidMoney', { amount: (money / 100).toFixed(2) })}</span>}
    </>
  );
}
