import { fromCallback, fromPromise } from 'xstate';
import { chartOfDesign } from '#machines/designer/life-chart';
import { lifeCanvasMachine, type LifeCanvasEvent, type LifeCanvasInput } from '#machines/designer/life-canvas.machine';
import type { ChartLayout } from '#machines/observe/chart-layout';
import type { DrawnChart } from '#machines/observe/chart-of';
import type { Arrange } from '../observe/flow-chart.actors.ts';
import { elkGraphOf, layoutFrom } from '../observe/flow-layout.ts';
import { readDeclaration } from './watch-declaration.ts';

export interface LifeCanvasPorts {
  readonly arrange: Arrange;
  readonly language: () => 'zh-cn' | 'en';
}

/** The canvas with its effects bound: it watches the designer that owns it. */
export const lifeCanvasLogic = ({ arrange, language }: LifeCanvasPorts): typeof lifeCanvasMachine =>
  lifeCanvasMachine.provide({
    actors: {
      watchLife: fromCallback<LifeCanvasEvent, LifeCanvasInput>(({ input, sendBack }) => {
        const charts = readDeclaration(input.owner, (declaration) => chartOfDesign(declaration, language())).subscribe(
          (chart) => chart && sendBack({ type: 'chart.changed', chart }),
        );
        return () => charts.unsubscribe();
      }),
      arrange: fromPromise<ChartLayout, { readonly chart: DrawnChart }>(async ({ input: { chart } }) =>
        layoutFrom(await arrange(elkGraphOf(chart))),
      ),
    },
  });
