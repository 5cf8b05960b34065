import { changeBars } from '#domain/members/change-bars';
import { t } from '../../base/i18n.ts';
import classes from './pages.module.css';

export interface ChangeChartProps {
  readonly days: readonly string[];
  readonly money: readonly string[];
  readonly score: readonly number[];
}

const signed = (text: string): string => (Number(text) > 0 ? `+${text}` : text.replace('-', '−'));

/** What each day did to balance and score, as bars; whoever wants figures opens the table. */
export function ChangeChart({ days, money, score }: ChangeChartProps) {
  const changed = days.flatMap((day, index) => {
    const [amount = '0', points = 0] = [money[index], score[index]];
    return Number(amount) !== 0 || points !== 0 ? [{ day, amount, points }] : [];
  });
  if (changed.length === 0) return <p className={classes.fact}>{t('member.overview.noChange')}</p>;
  return (
    <>
      <div className={classes.charts}>
        <Bars label={t('member.overview.moneyChange')} days={days} values={money.map(Number)} />
        <Bars label={t('member.overview.scoreChange')} days={days} values={score} />
      </div>
      <details className={classes.details}>
        <summary>{t('member.overview.asTable')}</summary>
        <table className={classes.small}>
          <thead>
            <tr>
              <th scope="col">{t('member.overview.day')}</th>
              <th scope="col">{t('member.overview.moneyChange')}</th>
              <th scope="col">{t('member.overview.scoreChange')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ day, amount, points }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{signed(amount)}</td>
                <td>{signed(String(points))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

interface BarsProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly values: readonly number[];
}

const WIDTH = 300;
const HEIGHT = 80;

/** Read as a picture by its name; the table beside it has the figures. */
function Bars({ label, days, values }: BarsProps) {
  const { bars, zero } = changeBars(days, values);
  const step = WIDTH / Math.max(days.length, 1);
  return (
    <figure className={classes.figure}>
      <figcaption>{label}</figcaption>
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
      <span className={classes.span}>
        <span>{days[0]?.slice(5)}</span>
        <span>{days.at(-1)?.slice(5)}</span>
      </span>
    </figure>
  );
}
