import type { Words } from '#domain/site/document-page';
import { CHART_HEIGHT, CHART_WIDTH, NODE, pathOfWay, PLACES } from './chart-picture.ts';
import { readSignInChart } from './sign-in-chart.ts';
import classes from './SignInChart.module.css';

/** The chart by which this site signs people in, to be played: each press goes one of the ways that there are. Without script it is a picture. */
export function SignInChart({ words }: { readonly words: Words }) {
  const { initial, states, ways } = readSignInChart();
  const lines = new Map(ways.map((way) => [`${way.from}>${way.to}`, way]));
  return (
    <section className={classes.section} aria-labelledby="chart">
      <div className={classes.head}>
        <h2 id="chart">{words('site.chart.title')}</h2>
        <p>{words('site.chart.text')}</p>
      </div>
      <div className={classes.stage} data-chart>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its states light up while it is played, which no picture of a file could */}
        <svg className={classes.picture} viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`} role="img" aria-label={words('site.chart.alt')}>
          {[...lines.values()].map((way) => (
            <path
              key={`${way.from}>${way.to}`}
              d={pathOfWay(way)}
              className={classes.way}
              data-way={way.from}
              {...(way.from === initial && { 'data-on': '' })}
            />
          ))}
          {states.map((state) => {
            const { x, y } = PLACES[state] ?? { x: 0, y: 0 };
            return (
              <g key={state} className={classes.state} data-state={state} {...(state === initial && { 'data-on': '' })}>
                <rect x={x - NODE.width / 2} y={y - NODE.height / 2} width={NODE.width} height={NODE.height} rx={12} />
                <text x={x} y={y} dy="0.36em" textAnchor="middle">
                  {words(`site.chart.state.${state}`)}
                </text>
              </g>
            );
          })}
        </svg>
        <div className={classes.play}>
          <p className={classes.now}>
            {words('site.chart.now')} <output data-now>{words(`site.chart.state.${initial}`)}</output>
          </p>
          <ul>
            {ways.map(({ from, to, name }) => (
              <li key={`${from} ${name}`} data-from={from} hidden={from !== initial}>
                <button type="button" data-to={to}>
                  {words(`site.chart.way.${from}.${name}`)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
