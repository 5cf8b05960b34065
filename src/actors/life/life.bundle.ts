import type { lifeActMachine } from '#machines/life/life-act.machine';
import type { lifeBoardMachine } from '#machines/life/life-board.machine';
import type { lifeReportMachine } from '#machines/life/life-report.machine';
import type { lifeRequestsMachine } from '#machines/life/life-requests.machine';
import type { lifeOffersMachine } from '#machines/life/life-offers.machine';
import { stepChoiceMachine } from '#machines/life/step-choice.machine';
import type { recordLifeMachine } from '#machines/life/record-life.machine';
import { saveFile } from '../base/save-file.ts';
import { requireResource } from '../base/resource-book.ts';
import {
  lifeActLogic,
  lifeBoardLogic,
  lifeOffersLogic,
  lifeReportLogic,
  recordLifeLogic,
  type LifePorts,
  type ReportPorts,
} from './life.actors.ts';
import { lifeRequestsLogic } from './life-requests.actors.ts';

/** What leads records from state to state, with effects bound. */
export interface LifeBundle {
  readonly recordLife: typeof recordLifeMachine;
  readonly lifeAct: typeof lifeActMachine;
  readonly lifeOffers: typeof lifeOffersMachine;
  readonly lifeBoard: typeof lifeBoardMachine;
  readonly lifeReport: typeof lifeReportMachine;
  readonly lifeRequests: typeof lifeRequestsMachine;
  readonly stepChoice: typeof stepChoiceMachine;
}

/** Comes with the first menu, window, board or form of a life that is opened. */
export function lifeBundle(ports: Omit<LifePorts, 'resourceOf'> & Pick<ReportPorts, 'nowMs'>): LifeBundle {
  const lifePorts = { ...ports, resourceOf: requireResource };
  return {
    recordLife: recordLifeLogic(lifePorts),
    lifeAct: lifeActLogic(lifePorts),
    lifeOffers: lifeOffersLogic(lifePorts),
    lifeBoard: lifeBoardLogic(lifePorts),
    lifeReport: lifeReportLogic({ ...ports, saveFile }),
    lifeRequests: lifeRequestsLogic(ports),
    stepChoice: stepChoiceMachine,
  };
}
