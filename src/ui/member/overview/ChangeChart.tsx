import { changeBars, isChartWorthwhile } from '#domain/members/change-bars';
import { t } from '../../base/i18n.ts';
import { changedAmount, useMoneyChange, type AmountText } from '../base/use-amount.ts';
import classes from '../pages/pages.module.css';

export interface ChangeChartProps {
  readonly days: readonly string[];
  /** Amounts of two decimals. */
  readonly money: readonly string[];
  readonly score: readonly number[];
}

/** What each day did to balance and score: as bars, with a table for whoever wants figures; of few days the figures alone. */
export function ChangeChart({ days, money, score }: ChangeChartProps) {
  const moneyChange = useMoneyChange();
  const points = score.map(String);
  const changed = days.flatMap((day, index) => {
    const [amount = '0', count = '0'] = [money[index], points[index]];
    return Number(amount) !== 0 || count !== '0' ? [{ day, amount, count }] : [];
  });
  if (changed.length === 0) return <p className={classes.fact}>{t('member.overview.noChange')}</p>;
  const table = (
    <table className={classes.small}>
      <thead>
        <tr>
          <th scope="col">{t('member.overview.day')}</th>
          <th scope="col">{t('member.overview.moneyChange')}</th>
          <th scope="col">{t('member.overview.scoreChange')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ day, amount, count }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td>{moneyChange(amount)}</td>
            <td>{changedAmount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (![money.map(Number), score].some(isChartWorthwhile)) return table;
  return (
    <>
      <div className={classes.charts}>
        <Bars label={t('member.overview.moneyChange')} days={days} amounts={money} say={moneyChange} />
        <Bars label={t('member.overview.scoreChange')} days={days} amounts={points} say={changedAmount} />
      </div>
      <details className={classes.details}>
        <summary>{t('member.overview.asTable')}</summary>
        {table}
      </details>
    </>
  );
}

interface BarsProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly amounts: readonly string[];
  readonly say: AmountText;
}

const WIDTH = 300;
const HEIGHT = 80;

/** Read as a picture by its name; the table beside it has the figures. The ends of the axis are the largest rise and the deepest fall. */
function Bars({ label, days, amounts, say }: BarsProps) {
  const { bars, zero, most, least } = changeBars(days, amounts.map(Number));
  const step = WIDTH / Math.max(days.length, 1);
  const endOf = (index: number | null) => (index === null ? '0' : say(amounts[index] ?? '0'));
  return (
    <figure className={classes.figure}>
      <figcaption>{label}</figcaption>
      {most === null && least === null ? (
        <p className={classes.fact}>{t('member.overview.noChange')}</p>
      ) : (
        <>
          <span className={classes.end} aria-hidden="true">
            {endOf(most)}
          </span>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {bars.map(({ day, value, top, height }, index) => (
              <rect
                key={day}
                className={value < 0 ? classes.fall : classes.rise}
                x={index * step + step * 0.15}
                y={top * HEIGHT}
                width={step * 0.7}
                height={height * HEIGHT}
              />
            ))}
            <line x1={0} x2={WIDTH} y1={zero * HEIGHT} y2={zero * HEIGHT} className={classes.zero} />
          </svg>
          <span className={classes.end} aria-hidden="true">
            {endOf(least)}
          </span>
          <span className={classes.span}>
            <span>{days[0]?.slice(5)}</span>
            <span>{days.at(-1)?.slice(5)}</span>
          </span>
        </>
      )}
    </figure>
  );
}
