import { createMachine, type AnyStateMachine } from 'xstate';
import { lifeChart } from '#domain/life/life-chart';
import type { Life } from '#domain/life/life';

/** A life as the machine that it is: to be drawn, measured and tried like any other. Its conditions are names, until somebody provides them. */
export const lifeMachine = (life: Pick<Life, 'chart'>): AnyStateMachine =>
  createMachine({ ...lifeChart(life), id: `${life.chart.id}Life` } as never) as AnyStateMachine;

/** Whether something that a file exports is a life. */
export const isLife = (value: unknown): value is Life =>
  typeof value === 'object' && value !== null && 'chart' in value && 'events' in value && 'conditions' in value;
