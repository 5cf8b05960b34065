import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Finding } from '#domain/life/life-check';
import { arrowId, arrowsOf } from '#domain/life/drawing/life-parts';
import { selectDeclaration, selectIsLifeAlone } from '#machines/designer/section-designer.selectors';
import { chartOfDesign } from '#machines/designer/life-chart';
import { selectFrom, selectIsPlacing, selectLifeLayout, selectStateOver, selectPart } from '#machines/designer/life-canvas.machine';
import { selectIsTrying, selectLastArrow, selectTrialState, selectSteps } from '#machines/designer/life-trial.machine';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { Chart } from '../../../observe/chart/Chart.tsx';
import type { ChartTone } from '../../../observe/chart/chart-tone.ts';
import { useDesigning } from '../base/designer-context.ts';
import { drawByPointer } from './draw-arrow.ts';
import { useAddState, useDropArrow, useFound, useLifeDrawing } from './base/life-context.ts';
import classes from './base/life.module.css';
import { Rehearsals } from './RehearsalDrawer.tsx';

/** The dot before the first state lies outside of the boxes. */
const MARGIN_PX = 16;

const toneOf = (findings: readonly Finding[]): ChartTone | undefined =>
  findings.some(({ level }) => level === 'error') ? 'poor' : findings.length > 0 ? 'warning' : undefined;

/** The drawing: pressed, a part is chosen; from state to state an arrow is drawn. */
export function LifeChart() {
  const { designer } = useDesigning();
  const { canvas, trial, life } = useLifeDrawing();
  const place = useSelector(trial, selectTrialState);
  const gone = useSelector(trial, selectLastArrow);
  const count = useSelector(trial, (snapshot) => selectSteps(snapshot).length);
  const declaration = useSelector(designer, selectDeclaration);
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const layout = useSelector(canvas, selectLifeLayout);
  const part = useSelector(canvas, selectPart);
  const over = useSelector(canvas, selectStateOver);
  const from = useSelector(canvas, selectFrom);
  const isPlacing = useSelector(canvas, selectIsPlacing);
  const found = useFound();
  const addState = useAddState();
  const drop = useDropArrow();
  const chart = chartOfDesign(declaration, pageLanguage());
  const press = ({ state, edge }: { readonly state?: string | undefined; readonly edge?: string | undefined }) => {
    if (state !== undefined && selectFrom(canvas.getSnapshot()) !== null) {
      canvas.send({ type: 'arrow.movedTo', state });
      drop();
      return;
    }
    const arrow = edge === undefined ? undefined : arrowsOf(life).find((one) => arrowId(one) === edge);
    if (selectIsTrying(trial.getSnapshot())) {
      if (arrow && arrow.from === selectTrialState(trial.getSnapshot())) trial.send({ type: 'way.gone', by: arrow.by, name: arrow.name });
      return;
    }
    canvas.send({ type: 'part.chosen', part: arrow ? { arrow } : state === undefined ? null : { state } });
  };
  const tones = Object.fromEntries(
    [...found.states, ...found.arrows].flatMap(([id, findings]) => {
      const tone = toneOf(findings);
      return tone ? [[id, tone] as const] : [];
    }),
  );
  const { width = 0, height = 0 } = layout ?? {};
  return (
    <>
      <div className={classes.tools}>
        {!isLifeAlone && (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={addState}>
            {t('designer.life.addState')}
          </Button>
        )}
        <TrialButton />
        <Rehearsals />
        <p className={classes.hint}>
          {t(place !== null ? 'designer.life.trial.hint' : from === null ? 'designer.life.hint' : 'designer.life.hintTarget')}
        </p>
      </div>
      <div className={classes.chart} data-life-chart aria-busy={isPlacing}>
        {layout && chart && (
          <svg
            viewBox={`${-MARGIN_PX} ${-MARGIN_PX} ${width + 2 * MARGIN_PX} ${height + 2 * MARGIN_PX}`}
            style={{ maxWidth: width + 2 * MARGIN_PX }}
            // The table below says the same, and does the same by keys.
            aria-hidden="true"
            onPointerDown={(event) => drawByPointer(event, { canvas, states: Object.keys(life.chart.states), drop, onPress: press })}
          >
            <Chart
              chart={chart}
              layout={layout}
              lit={new Set([over, from, place].filter((state) => state !== null))}
              marked={new Set(gone === null ? [] : [gone])}
              markKey={count}
              tones={tones}
              chosen={part === null || place !== null ? '' : 'state' in part ? part.state : arrowId(part.arrow)}
            />
          </svg>
        )}
      </div>
    </>
  );
}

/** Begins and ends a trial of what is drawn. */
function TrialButton() {
  const { trial } = useLifeDrawing();
  const isTrying = useSelector(trial, selectIsTrying);
  const canTry = useSelector(trial, (snapshot) => isTrying || snapshot.can({ type: 'trial.started' }));
  const Icon = isTrying ? IconPlayerStop : IconPlayerPlay;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={14} aria-hidden />}
      disabled={!canTry}
      title={t('designer.life.trial.startTip')}
      onClick={() => trial.send({ type: isTrying ? 'trial.ended' : 'trial.started' })}
    >
      {t(isTrying ? 'designer.life.trial.end' : 'designer.life.trial.start')}
    </Button>
  );
}
