import { distinctUntilChanged, map } from 'rxjs';
import { fromCallback, fromPromise, type AnyActorRef } from 'xstate';
import { chartOfDesign } from '#machines/designer/life-chart';
import { selectDeclaration } from '#machines/designer/designer-readings';
import { lifeCanvasMachine, type LifeCanvasEvent, type LifeCanvasInput } from '#machines/designer/life-canvas.machine';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import type { ChartLayout } from '#machines/observe/chart-layout';
import type { Chart } from '#machines/observe/chart-of';
import { snapshots } from '../base/snapshots.ts';
import type { Arrange } from '../observe/flow-chart.actors.ts';
import { elkGraphOf, layoutFrom } from '../observe/flow-layout.ts';

export interface LifeCanvasPorts {
  readonly arrange: Arrange;
  readonly language: () => 'zh-cn' | 'en';
}

/** The canvas with its effects bound: it watches the designer that owns it. */
export const lifeCanvasLogic = ({ arrange, language }: LifeCanvasPorts): typeof lifeCanvasMachine =>
  lifeCanvasMachine.provide({
    actors: {
      watchLife: fromCallback<LifeCanvasEvent, LifeCanvasInput>(({ input, sendBack }) => {
        const charts = snapshots(input.owner as AnyActorRef as SectionDesignerRef)
          .pipe(
            map((snapshot) => chartOfDesign(selectDeclaration(snapshot), language())),
            distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
          )
          .subscribe((chart) => chart && sendBack({ type: 'chart.changed', chart }));
        return () => charts.unsubscribe();
      }),
      arrange: fromPromise<ChartLayout, { readonly chart: Chart }>(async ({ input: { chart } }) =>
        layoutFrom(await arrange(elkGraphOf(chart))),
      ),
    },
  });
