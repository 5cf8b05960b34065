import type { lifeActMachine } from '#machines/life/life-act.machine';
import type { recordLifeMachine } from '#machines/life/record-life.machine';
import { requireResource } from '../base/resource-book.ts';
import { lifeActLogic, recordLifeLogic, type LifePorts } from './life.actors.ts';

/** What the window of a record's life needs, with effects bound. */
export interface LifeBundle {
  readonly recordLife: typeof recordLifeMachine;
  readonly lifeAct: typeof lifeActMachine;
}

/** Comes with the first such window that is opened. */
export function lifeBundle(ports: Omit<LifePorts, 'resourceOf'>): LifeBundle {
  const lifePorts = { ...ports, resourceOf: requireResource };
  return { recordLife: recordLifeLogic(lifePorts), lifeAct: lifeActLogic(lifePorts) };
}
